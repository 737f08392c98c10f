import { Document, isMap, isSeq, parseDocument, type YAMLMap, type YAMLSeq } from "yaml";
import type { Backlog, BacklogTask } from "../model/backlog.ts";
import { formatBacklog, inOrder, parseBacklog } from "../model/parse-backlog.ts";
import { writeDocument, writeYaml } from "../model/write-yaml.ts";
import { mergeNode } from "./merge-node.ts";

/**
 * Another backlog, written into the text of the one that it takes the place of. Tasks that stay as they are keep every
 * character of their lines, and those that change their comments; what has no place in the old text is written anew.
 */
export function editBacklog(text: string, backlog: Backlog): string {
  const fresh = formatBacklog(backlog);
  const edited = writeOver(text, backlog);
  if (edited === undefined) return fresh;
  const reading = parseBacklog(edited);
  // It says what the backlog says, or people would approve something else.
  return reading.ok && formatBacklog(reading.backlog) === fresh ? edited : fresh;
}

function writeOver(text: string, backlog: Backlog): string | undefined {
  const before = parseBacklog(text);
  if (!before.ok || !isSameBeside(before.backlog, backlog)) return undefined;
  const document = parseDocument(text, { uniqueKeys: false });
  const layout = layOut(text, document);
  if (!layout) return undefined;
  const old = new Map(before.backlog.tasks.map((task, index) => [task.id, { task, ...layout.items[index] }]));
  const items = backlog.tasks.map((task) => {
    const item = old.get(task.id);
    if (!item?.node || item.body === undefined)
      return `\n${indent(writeYaml([inOrder(task)]), layout.column)}`;
    if (isSame(item.task, task)) return item.before + item.body;
    return item.before + indent(rewrite(document, item.node, task), layout.column);
  });
  return layout.head + items.join("") + layout.tail;
}

function isSame(one: BacklogTask, other: BacklogTask): boolean {
  return JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other));
}

/** What a person has to do is a list of its own: where it changes, all is written anew. */
function isSameBeside({ tasks: _, ...one }: Backlog, { tasks: __, ...other }: Backlog): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The lines of a task that changes; what stands above it is kept as text. */
function rewrite(document: Document, node: YAMLMap, task: BacklogTask): string {
  const item = mergeNode(document, node, inOrder(task));
  item.commentBefore = null;
  item.spaceBefore = false;
  const list = document.createNode([]) as YAMLSeq;
  list.items.push(item);
  return writeDocument(new Document(list), { blockQuote: true, flowCollectionPadding: false });
}

interface Layout {
  /** All before the first task, and all after the last. */
  head: string;
  tail: string;
  /** Where the dashes of the list stand. */
  column: number;
  items: Item[];
}

interface Item {
  node: YAMLMap;
  /** Blank lines and comments above it. */
  before: string;
  body: string;
}

/** Whole lines of the text, by task; undefined where tasks do not stand below one another, each with its dash. */
function layOut(text: string, document: Document): Layout | undefined {
  const list = document.get("tasks", true);
  if (!isSeq(list) || list.flow || text.includes("\r")) return undefined;
  const nodes = list.items.filter(isMap);
  const starts = nodes.map((node) => startOf(text, node));
  const column = starts[0] === undefined ? -1 : text.slice(starts[0]).indexOf("-");
  const isBelow = starts.every((start) => start !== undefined && isDash(text, start, column));
  if (nodes.length < list.items.length || nodes.length === 0 || !isBelow) return undefined;
  const tops = starts.map((start) => above(text, start ?? 0, column));
  const end = endOf(text, document, column);
  const items = nodes.map((node, index) => {
    const start = starts[index] ?? 0;
    const body = text.slice(start, tops[index + 1] ?? end);
    return { node, before: text.slice(tops[index], start), body: body.endsWith("\n") ? body : `${body}\n` };
  });
  return { head: text.slice(0, tops[0]), tail: text.slice(end), column, items };
}

function startOf(text: string, { range }: YAMLMap): number | undefined {
  return range ? text.lastIndexOf("\n", range[0] - 1) + 1 : undefined;
}

function isDash(text: string, start: number, column: number): boolean {
  const line = text.slice(start, start + column + 2);
  return column >= 0 && line.trim() === "-" && line.indexOf("-") === column;
}

/** Comments and blank lines right above a place belong to it, unless they stand deeper than its dash. */
function above(text: string, from: number, column: number): number {
  let start = from;
  while (start > 0) {
    const line = text.slice(text.lastIndexOf("\n", start - 2) + 1, start);
    const isBlank = line.trim() === "";
    const isComment = /^ *#/.test(line) && line.indexOf("#") <= column;
    if (!isBlank && !isComment) return start;
    start -= line.length;
  }
  return start;
}

/** Where the list of tasks ends: at the next key, or at the end of the file. */
function endOf(text: string, document: Document, column: number): number {
  const keys = isMap(document.contents) ? document.contents.items.map(({ key }) => key) : [];
  const at = keys.map((key) => (key as { range?: [number, number, number] }).range?.[0] ?? 0);
  const list = document.get("tasks", true) as YAMLSeq;
  const next = at.filter((one) => one > (list.range?.[0] ?? 0)).toSorted((a, b) => a - b)[0];
  return above(text, next ?? text.length, column);
}

function indent(text: string, column: number): string {
  return text.replaceAll(/^(?=.)/gm, " ".repeat(column));
}
