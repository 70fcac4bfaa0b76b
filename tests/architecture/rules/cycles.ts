import { isTest } from "../places.ts";
import type { Import } from "../source-file.ts";
import type { Finding, SourceTree } from "../source-tree.ts";

/** No file may import itself through other run-time imports. Each cycle is reported once. */
export function checkCycles({ files }: SourceTree): Finding[] {
  const imports = new Map(
    files.filter(({ path }) => !isTest(path)).map(({ path, imports }) => [path, runTime(imports)]),
  );
  const reported = new Set<string>();
  const found: Finding[] = [];
  for (const path of imports.keys()) {
    if (reported.has(path)) continue;
    const cycle = cycleFrom(path, imports);
    if (!cycle) continue;
    for (const one of cycle) reported.add(one);
    const line = imports.get(path)?.find(({ target }) => target === cycle[1])?.line ?? 1;
    found.push({
      path,
      line,
      rule: "cycles",
      message: `Run-time imports must not form a cycle: ${cycle.join(" -> ")}.`,
    });
  }
  return found;
}

function runTime(imports: readonly Import[]): Import[] {
  return imports.filter(({ target, typeOnly }) => target !== null && !typeOnly);
}

/** Returns the shortest cycle through a file, starting and ending with it. */
function cycleFrom(start: string, imports: ReadonlyMap<string, readonly Import[]>): string[] | undefined {
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
