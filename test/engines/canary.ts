import { randomBytes } from "node:crypto";

/** Where something was seen or left, and all of its bytes. */
export interface Place {
  kind: string;
  name: string;
  bytes: Buffer;
}

export interface Hit {
  kind: string;
  name: string;
  form: string;
}

/** A key that no other run had; its signs look different in every encoding. */
export function aCanary(): string {
  const piece = () => randomBytes(8).toString("hex");
  return `sk-${piece()}/${piece()}+${piece()}`;
}

/** Every form in which a secret might lie around: whole, in halves, in thirds; as it is, reversed, and encoded. */
export function formsOf(secret: string): { form: string; text: string }[] {
  const parts = [
    { part: "whole", text: secret },
    ...piecesOf(secret, 2).map((text, at) => ({ part: `half ${at + 1}`, text })),
    ...piecesOf(secret, 3).map((text, at) => ({ part: `third ${at + 1}`, text })),
  ];
  const both = parts.flatMap(({ part, text }) => [
    { part, text },
    { part: `${part}, reversed`, text: [...text].reverse().join("") },
  ]);
  return both.flatMap(({ part, text }) =>
    Object.entries(encodings(text)).map(([name, encoded]) => ({ form: `${part}, ${name}`, text: encoded })),
  );
}

function piecesOf(text: string, count: number): string[] {
  const size = Math.ceil(text.length / count);
  return Array.from({ length: count }, (_, at) => text.slice(at * size, (at + 1) * size));
}

function encodings(text: string): Record<string, string> {
  const hex = Buffer.from(text).toString("hex");
  const percent = hex.replace(/../g, "%$&");
  const base64 = [0, 1, 2].flatMap((offset) => {
    const plain = alignedBase64(text, offset);
    return [
      [`base64 at ${offset}`, plain],
      [`base64url at ${offset}`, plain.replaceAll("+", "-").replaceAll("/", "_")],
    ];
  });
  return {
    ...{
      plain: text,
      hex,
      "hex in capitals": hex.toUpperCase(),
      "JSON-escaped": text.replaceAll("/", "\\/"),
    },
    ...{ "percent-encoded": encodeURIComponent(text), "percent-encoded throughout": percent },
    "percent-encoded throughout, in capitals": percent.toUpperCase(),
    ...Object.fromEntries(base64),
  };
}

/** The characters that a text always has in base64, whatever stands around it, when it begins at this byte of three. */
function alignedBase64(text: string, offset: number): string {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text)]);
  const whole = Math.floor((bytes.length * 8) / 6);
  return bytes.toString("base64").slice(Math.ceil((offset * 8) / 6), whole);
}

/** Every place that holds a secret in any form. */
export function search(places: Place[], secret: string): Hit[] {
  const forms = formsOf(secret);
  return places.flatMap(({ kind, name, bytes }) => {
    const text = bytes.toString("latin1");
    return forms.filter((one) => text.includes(one.text)).map(({ form }) => ({ kind, name, form }));
  });
}

/** One line for each kind of place: how many, how large, how many hits. */
export function describeSearch(places: Place[], hits: Hit[]): string {
  const kinds = [...new Set(places.map(({ kind }) => kind))];
  const lines = kinds.map((kind) => {
    const these = places.filter((place) => place.kind === kind);
    const bytes = these.reduce((sum, place) => sum + place.bytes.length, 0);
    const found = hits.filter((hit) => hit.kind === kind).length;
    return `  ${kind.padEnd(28)} ${String(these.length).padStart(6)} places ${String(bytes).padStart(10)} bytes ${found} hits`;
  });
  const total = places.reduce((sum, place) => sum + place.bytes.length, 0);
  return `${lines.join("\n")}\n  in all ${places.length} places, ${total} bytes, ${hits.length} hits`;
}
