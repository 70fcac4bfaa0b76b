import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseSource, type SourceFile } from "./source-file.ts";

/** Input of the rules: every code file under src/, parsed, and the paths of all files there. */
export interface SourceTree {
  files: readonly SourceFile[];
  /** All paths, code or not, from the project's root with "/": "src/shop/cart/cart.ts". */
  paths: readonly string[];
}

/** A violation of a rule: where it is and how to fix it, in one sentence. */
export interface Finding {
  path: string;
  line: number;
  rule: string;
  message: string;
}

export type Rule = (tree: SourceTree) => Finding[];

const code = /\.(ts|tsx)$/;

/** Reads the src/ folder of a project. */
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

/** Builds a tree from source texts by path, for tests. */
export function treeOf(texts: Readonly<Record<string, string>>): SourceTree {
  const paths = Object.keys(texts).sort();
  const files = paths.filter((path) => code.test(path)).map((path) => parseSource(path, texts[path] ?? ""));
  return { files, paths };
}
