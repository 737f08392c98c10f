import type { Signal } from "../../model/signal.ts";
import type { DiffFile } from "../read-patch.ts";
import { createPool } from "./pool.ts";

/** Remarks in code that tell a linter, a compiler or a coverage tool to look away. */
const marks =
  /eslint-disable(?:-next-line|-line)?|biome-ignore(?:-all|-start)?|@ts-(?:ignore|nocheck|expect-error)|tslint:disable|oxlint-disable|deno-lint-ignore(?:-file)?|stylelint-disable|flow-?fixme|\$FlowFixMe|(?:istanbul|c8|v8)\s+ignore|#\s*(?:noqa|type:\s*ignore|pyright:\s*ignore|mypy:\s*ignore-errors|pylint:\s*disable|pragma:\s*no\s*cover|nosec|ruff:\s*noqa|fmt:\s*off)|\/\/\s*nolint|\/\/\s*#nosec|#!?\[(?:allow|expect)\(|#!?\[cfg_attr\([^)]*allow\(|rubocop:disable|:nocov:|@SuppressWarnings|@Suppress\(|\bNOSONAR\b|#pragma\s+warning\s+disable|\[SuppressMessage|phpcs:(?:ignore|disable)|@phpstan-ignore|@psalm-suppress|swiftlint:disable|credo:disable|shellcheck\s+disable/;

const prose = /\.(?:md|markdown|rst|adoc|txt|snap|lock)$/i;

/** Checks that a change switches off in the code itself; what is only moved is no signal. */
export function lintSignals(diff: readonly DiffFile[]): Signal[] {
  const files = diff.filter(({ path }) => !prose.test(path));
  const gone = createPool(files.flatMap((file) => linesWith(file, "-")));
  return files.flatMap((file): Signal[] => {
    const fresh = linesWith(file, "+").filter(({ key }) => !gone.take(key));
    const [first] = fresh;
    if (!first) return [];
    return [
      { code: "lint-disabled", path: file.path, line: first.line, count: fresh.length, mark: first.mark },
    ];
  });
}

function linesWith({ lines }: DiffFile, sign: "+" | "-"): { key: string; line: number; mark: string }[] {
  let number = 0;
  return lines.flatMap((one) => {
    if (one.sign === " " || one.sign === sign) number += 1;
    const mark = one.sign === sign ? marks.exec(one.text.slice(0, 500))?.[0] : undefined;
    return mark === undefined ? [] : [{ key: one.text.trim(), line: number, mark: mark.slice(0, 60) }];
  });
}
