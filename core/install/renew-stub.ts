import { compareVersions, parseVersion } from "../detect/version-range.ts";
import { parseWorkflow } from "./parse-workflow.ts";
import type { NewFile } from "./plan-install.ts";
import { type Mode, redirectStub, type StubCall, stubPath } from "./stub.ts";
import type { StubFacts } from "./workflow-facts.ts";

interface Renewal {
  /** The text of the stub that is there. */
  there: string | undefined;
  /** What a repository without one would get. */
  fresh: NewFile;
  call: StubCall;
  mode: Mode;
}

/** A stub that is there, with what it calls and where it runs as it is wished now; all else that somebody wrote stays. Undefined where it has to be written anew. */
export function renewStub({ there, fresh, call, mode }: Renewal): NewFile | undefined {
  const { path } = fresh;
  const stub = there === undefined ? undefined : parseWorkflow(path, there)?.stub;
  if (there === undefined || !stub) return undefined;
  const { agents, control } = call.runners;
  const isTold = call.isCopied || agents !== undefined || control !== undefined;
  if (!isTold && !isOfMode(path, stub, mode)) return undefined;
  if (isNewer(stub, call)) return { path, text: there, isUpdate: true, keeps: "newer-pin" };
  const text = redirectStub(there, call);
  return text === fresh.text
    ? { path, text, isUpdate: true }
    : { path, text, isUpdate: true, keeps: "changes" };
}

/** Without the App a stub hears of issues itself; the clock is of that mode alone. */
function isOfMode(path: string, { hearsIssues }: StubFacts, mode: Mode): boolean {
  return path !== stubPath || hearsIssues === (mode === "action");
}

/** Whether somebody moved it on already: an old copy of gsd must not take it back. */
function isNewer({ version = "", repository }: StubFacts, { release }: StubCall): boolean {
  const [theirs, ours] = [parseVersion(version), parseVersion(release.version ?? "")];
  return repository === release.repository && !!theirs && !!ours && compareVersions(theirs, ours) > 0;
}
