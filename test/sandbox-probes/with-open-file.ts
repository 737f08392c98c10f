import { sealed, shell } from "../crew/sandbox/sandboxes.ts";

/** Started with files open that are not its own; runs a shell text in the sandbox and prints what that prints. */
const [, , folder = "", text = ""] = process.argv;
const { stdout } = await sealed.run(shell(folder, text));
console.log(stdout);
