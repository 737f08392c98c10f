import { describe, expect, it } from "vitest";
import { parseRemote } from "../../../core/install/remote.ts";

describe("the address of a remote", () => {
  it.each([
    "https://github.com/acme/tally.git",
    "https://github.com/acme/tally",
    "https://github.com/acme/tally/",
    "https://GitHub.com/acme/tally.git",
    "https://www.github.com/acme/tally.git",
    "https://ada@github.com/acme/tally.git",
    "https://x-access-token:ghs_secret@github.com/acme/tally.git",
    "git@github.com:acme/tally.git",
    "git@github.com:/acme/tally.git",
    "org-123@github.com:acme/tally.git",
    "github.com:acme/tally",
    "ssh://git@github.com/acme/tally.git",
    "ssh://git@github.com:22/acme/tally.git",
    "ssh://git@ssh.github.com:443/acme/tally.git",
    "git+ssh://git@github.com/acme/tally.git",
    "git://github.com/acme/tally.git",
    " https://github.com/acme/tally.git\n",
  ])("%j leads to acme/tally", (address) => {
    expect(parseRemote(address)).toEqual({ host: "github.com", owner: "acme", name: "tally" });
  });

  it("keeps the port where people use it, and dots in names", () => {
    expect(parseRemote("http://127.0.0.1:8080/acme/tally.js.git")).toEqual({
      host: "127.0.0.1:8080",
      owner: "acme",
      name: "tally.js",
    });
    expect(parseRemote("git@ghe.example.com:acme/tally")?.host).toBe("ghe.example.com");
  });

  it.each([
    "",
    "/srv/git/tally.git",
    "../tally",
    "file:///srv/acme/tally.git",
    "https://gitlab.example.com/group/sub/tally.git",
    "https://github.com/acme",
    "https://github.com/acme/tally/tree/main",
    "https://gist.github.com/0123456789abcdef.git",
  ])("%j is none of a repository on GitHub", (address) => {
    expect(parseRemote(address)).toBeUndefined();
  });
});
