import { isTest } from "../places.ts";
import type { Import } from "../source-file.ts";
import type { Finding, SourceTree } from "../source-tree.ts";

/** No file reaches itself through what it imports at run time. Each knot of files is told once. */
export function checkCycles({ files }: SourceTree): Finding[] {
  const imports = new Map(
    files.filter(({ path }) => !isTest(path)).map(({ path, imports }) => [path, runTime(imports)]),
  );
  const told = new Set<string>();
  const found: Finding[] = [];
  for (const path of imports.keys()) {
    if (told.has(path)) continue;
    const way = wayBack(path, imports);
    if (!way) continue;
    for (const one of way) told.add(one);
    const line = imports.get(path)?.find(({ target }) => target === way[1])?.line ?? 1;
    found.push({
      path,
      line,
      rule: "cycles",
      message: `Run-time imports form no circle, and these do: ${way.join(" -> ")}.`,
    });
  }
  return found;
}

function runTime(imports: readonly Import[]): Import[] {
  return imports.filter(({ target, typeOnly }) => target !== null && !typeOnly);
}

/** The shortest way from a file back to itself, both ends included. */
function wayBack(start: string, imports: ReadonlyMap<string, readonly Import[]>): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const path of queue) {
    for (const { target } of imports.get(path) ?? []) {
      if (target === start) return [...stepsTo(path, cameFrom), start];
      if (target === null || cameFrom.has(target)) continue;
      cameFrom.set(target, path);
      queue.push(target);
    }
  }
  return undefined;
}

function stepsTo(path: string, cameFrom: ReadonlyMap<string, string>): string[] {
  const steps = [path];
  for (let at = cameFrom.get(path); at !== undefined; at = cameFrom.get(at)) steps.unshift(at);
  return steps;
}
