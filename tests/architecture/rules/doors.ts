import { configTypeReaders, doors, isFragment, isMessages, isTest, roomOf, starters } from "../places.ts";
import type { Import, SourceFile } from "../source-file.ts";
import type { Finding, SourceTree } from "../source-tree.ts";

/** Who may import whom, and how a step from room to room is written. Tests stand outside: they may build anything. */
export function checkDoors({ files }: SourceTree): Finding[] {
  return files
    .filter(({ path }) => !isTest(path))
    .flatMap((file) => file.imports.flatMap((one) => faultOf(file, one) ?? []));
}

function faultOf(file: SourceFile, one: Import): Finding | undefined {
  const { target } = one;
  if (target === null) return undefined;
  const at = { path: file.path, line: one.line };
  if (!target.startsWith("src/"))
    return { ...at, rule: "doors", message: `src/ imports nothing from outside src/, and this is ${target}.` };
  if (isTest(target)) return { ...at, rule: "doors", message: `Nobody imports a test, and this is ${target}.` };
  const closed = closedDoor(file.path, one, target);
  if (closed) return { ...at, rule: "doors", message: closed };
  const threshold = writtenWrong(file.path, one.specifier, target);
  return threshold ? { ...at, rule: "thresholds", message: threshold } : undefined;
}

function closedDoor(path: string, one: Import, target: string): string | undefined {
  if (starters.includes(path)) return undefined;
  if (starters.includes(target)) return `Only tests and src/main.ts import ${target}.`;
  const from = roomOf(path);
  const to = roomOf(target);
  if (from === to) return undefined;
  const open = doors[from];
  if (!open) return `src/${from} is no room of the house: put the file into one of ${Object.keys(doors).join(", ")}.`;
  if (from === "messages" && isMessages(target)) return undefined;
  if (to === "config" && one.typeOnly && configTypeReaders.includes(from)) return undefined;
  if (!open.includes(to)) return `${from} may import ${open.join(", ") || "nothing of ours"}, not ${to} (${target}).`;
  if (from === "wire" && to === "storefront" && !isFragment(target))
    return `wire may import only fragments of the storefront, not ${target}.`;
  return undefined;
}

function writtenWrong(path: string, specifier: string, target: string): string | undefined {
  if (starters.includes(path) && roomOf(target) === target.replace(/^src\/|\.ts$/g, "")) return undefined;
  const sameRoom = roomOf(path) === roomOf(target);
  if (sameRoom && specifier.startsWith("#"))
    return `Inside a room imports are relative, and ${specifier} is in the same room.`;
  if (!sameRoom && specifier.startsWith("."))
    return `Another room is reached through "#${roomOf(target)}", not by ${specifier}.`;
  return undefined;
}
