import type { Lie, Rendered } from "./reply.ts";

/** An answer whose own counts cannot be relied on. */
export function lieAbout({ body, events }: Rendered, lie: Lie | undefined): Rendered {
  if (lie !== "no-count" && lie !== "small-count") return { body, events };
  const change = (text: string) =>
    JSON.stringify(JSON.parse(text), (name, value) => counted(name, value, lie));
  return {
    body: JSON.parse(change(JSON.stringify(body))),
    events: events.map((event) => event.replace(/(?<=^data: )\{.*$/m, change)),
  };
}

function counted(name: string, value: unknown, lie: Lie): unknown {
  if (name !== "usage" && name !== "usageMetadata") return value;
  return lie === "no-count" ? undefined : JSON.parse(JSON.stringify(value).replaceAll(/\d{2,}/g, "1"));
}
