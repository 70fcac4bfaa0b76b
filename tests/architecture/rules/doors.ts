import { configTypeReaders, doors, entryPoints, isFragment, isMessages, isTest, roomOf } from "../places.ts";
import type { Import, SourceFile } from "../source-file.ts";
import type { Finding, SourceTree } from "../source-tree.ts";

/** Checks which rooms import which, and that imports between rooms use "#room". Tests may import anything. */
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
    return { ...at, rule: "doors", message: `src/ may not import ${target} from outside src/.` };
  if (isTest(target)) return { ...at, rule: "doors", message: `Only tests may import the test ${target}.` };
  const closed = closedDoor(file.path, one, target);
  if (closed) return { ...at, rule: "doors", message: closed };
  const specifierFault = wrongSpecifier(file.path, one.specifier, target);
  return specifierFault ? { ...at, rule: "import paths", message: specifierFault } : undefined;
}

function closedDoor(path: string, one: Import, target: string): string | undefined {
  if (entryPoints.includes(path)) return undefined;
  if (entryPoints.includes(target)) return `Only tests and src/main.ts may import ${target}.`;
  const from = roomOf(path);
  const to = roomOf(target);
  if (from === to) return undefined;
  const open = doors[from];
  if (!open) return `src/${from} is not a room: put the file into one of ${Object.keys(doors).join(", ")}.`;
  if (from === "messages" && isMessages(target)) return undefined;
  if (to === "config" && one.typeOnly && configTypeReaders.includes(from)) return undefined;
  if (!open.includes(to)) return `${from} may import ${open.join(", ") || "no other room"}, not ${to} (${target}).`;
  if (from === "wire" && to === "storefront" && !isFragment(target))
    return `wire may import only fragments of the storefront, not ${target}.`;
  return undefined;
}

function wrongSpecifier(path: string, specifier: string, target: string): string | undefined {
  if (entryPoints.includes(path) && roomOf(target) === target.replace(/^src\/|\.ts$/g, "")) return undefined;
  const sameRoom = roomOf(path) === roomOf(target);
  if (sameRoom && specifier.startsWith("#"))
    return `Imports within a room are relative; ${specifier} is in the same room.`;
  if (!sameRoom && specifier.startsWith("."))
    return `Import from another room through "#${roomOf(target)}", not ${specifier}.`;
  return undefined;
}
