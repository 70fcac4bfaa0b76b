import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseSource, type SourceFile } from "./source-file.ts";

/** What the rules read: every code file under src/, parsed, and the path of everything else there. */
export interface SourceTree {
  files: readonly SourceFile[];
  /** All paths, code or not, from the project's root with "/": "src/shop/cart/cart.ts". */
  paths: readonly string[];
}

/** Something that a rule forbids: where, which rule, and what to do in one sentence. */
export interface Finding {
  path: string;
  line: number;
  rule: string;
  message: string;
}

export type Rule = (tree: SourceTree) => Finding[];

const code = /\.(ts|tsx)$/;

/** Reads src/ below a folder. */
export function readSourceTree(projectDir: string): SourceTree {
  const entries = readdirSync(join(projectDir, "src"), { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(projectDir, join(entry.parentPath, entry.name)).replaceAll("\\", "/"))
    .sort();
  const files = paths
    .filter((path) => code.test(path))
    .map((path) => parseSource(path, readFileSync(join(projectDir, path), "utf8")));
  return { files, paths };
}

/** A tree from texts by path, for tests. */
export function treeOf(texts: Readonly<Record<string, string>>): SourceTree {
  const paths = Object.keys(texts).sort();
  const files = paths.filter((path) => code.test(path)).map((path) => parseSource(path, texts[path] ?? ""));
  return { files, paths };
}
