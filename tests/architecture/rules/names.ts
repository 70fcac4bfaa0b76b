import { posix } from "node:path";
import { emptyNames } from "../places.ts";
import type { Finding, SourceTree } from "../source-tree.ts";

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** Files of the wire are named after the requests, which use underscores. */
const wireName = /^[a-z0-9]+([_-][a-z0-9]+)*$/;

const endings = /^(\.island|\.rules)?(\.test|\.fixtures)?\.(ts|tsx|css)$/;

/** Names must be kebab-case, have a known ending and say what is in the file. Migrations have their own rule. */
export function checkNames({ paths }: SourceTree): Finding[] {
  return paths
    .filter((path) => /\.(tsx?|css)$/.test(path) && !path.startsWith("src/db/migrations/"))
    .flatMap((path) => {
      const message = faultOf(path);
      return message ? [{ path, line: 1, rule: "names", message }] : [];
    });
}

function faultOf(path: string): string | undefined {
  const names = path
    .split("/")
    .slice(1)
    .map((segment) => segment.replace(/\..*$/, ""));
  const pattern = path.startsWith("src/wire/") ? wireName : kebab;
  const invalid = names.find((name) => !pattern.test(name));
  if (invalid !== undefined) return `Files and folders are named in kebab-case; "${invalid}" is not.`;
  const ending = posix.basename(path).replace(/^[^.]*/, "");
  if (!endings.test(ending))
    return `File names must end in .ts, .tsx, .css, .rules.ts, .island.tsx, .test.ts or .fixtures.ts, not in "${ending}".`;
  if (names.at(-1) === "index") return `"index" is a barrel's name: name the file after its content.`;
  const empty = names.find((name) => emptyNames.includes(name.split("-").at(-1) ?? ""));
  return empty && `"${empty}" says nothing about the content: choose a specific name, or move the file to its room.`;
}
