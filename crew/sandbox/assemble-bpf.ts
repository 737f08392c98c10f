/** One step of a classic BPF program (linux/filter.h), with jumps by name. */
export type Step =
  | { load: number }
  | { and: number }
  | { if: Condition; than: number; go: string; else?: string }
  | { go: string }
  | { label: string }
  | { return: number };

type Condition = "equal" | "greater-or-equal" | "any-bit";

const jumps: Record<Condition, number> = { equal: 0x15, "greater-or-equal": 0x35, "any-bit": 0x45 };
const instructionBytes = 8;

/** The program's bytes as bwrap's `--seccomp` reads them; labels become distances, forward only, as the kernel wants it. */
export function assembleBpf(steps: Step[]): Buffer {
  const program = steps.filter((step) => !("label" in step));
  const places = labelPlaces(steps);
  const bytes = Buffer.alloc(program.length * instructionBytes);
  for (const [index, step] of program.entries()) {
    const distance = (name: string | undefined) => (name === undefined ? 0 : distanceTo(places, name, index));
    const [code, yes, no, value] = encode(step, distance);
    const at = index * instructionBytes;
    bytes.writeUInt16LE(code, at);
    bytes.writeUInt8(yes, at + 2);
    bytes.writeUInt8(no, at + 3);
    bytes.writeUInt32LE(value, at + 4);
  }
  return bytes;
}

type Instruction = [code: number, yes: number, no: number, value: number];

function encode(step: Step, distance: (name: string | undefined) => number): Instruction {
  if ("load" in step) return [0x20, 0, 0, step.load];
  if ("and" in step) return [0x54, 0, 0, step.and >>> 0];
  if ("if" in step) return [jumps[step.if], distance(step.go), distance(step.else), step.than >>> 0];
  if ("go" in step) return [0x05, 0, 0, distance(step.go)];
  if ("return" in step) return [0x06, 0, 0, step.return >>> 0];
  throw new TypeError("A label is not an instruction.");
}

function labelPlaces(steps: Step[]): Map<string, number> {
  const places = new Map<string, number>();
  let index = 0;
  for (const step of steps) {
    if ("label" in step) places.set(step.label, index);
    else index += 1;
  }
  return places;
}

function distanceTo(places: Map<string, number>, name: string, from: number): number {
  const distance = (places.get(name) ?? Number.NaN) - from - 1;
  // Conditional jumps hold one byte; writeUInt8 refuses what is larger.
  if (distance >= 0) return distance;
  throw new RangeError(`No label "${name}" after instruction ${from}.`);
}
