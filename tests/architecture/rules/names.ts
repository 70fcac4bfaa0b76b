import { posix } from "node:path";
import { emptyNames } from "../places.ts";
import type { Finding, SourceTree } from "../source-tree.ts";

const kebab = /^[a-z0-9]+(-[a-z0-9]+)*$/;
/** The wire's files are called what the request is called, and requests have underscores. */
const wireName = /^[a-z0-9]+([_-][a-z0-9]+)*$/;

const endings = /^(\.island|\.rules)?(\.test|\.fixtures)?\.(ts|tsx|css)$/;

/** kebab-case, endings that mean something here, and no name that names nothing. Migrations have a rule of their own. */
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
  const crooked = names.find((name) => !pattern.test(name));
  if (crooked !== undefined) return `Files and folders are named in kebab-case, and "${crooked}" is not.`;
  const ending = posix.basename(path).replace(/^[^.]*/, "");
  if (!endings.test(ending))
    return `A name ends in .ts, .tsx, .css, .rules.ts, .island.tsx, .test.ts or .fixtures.ts, not in "${ending}".`;
  if (names.at(-1) === "index") return `"index" names a barrel: say what is in it.`;
  const empty = names.find((name) => emptyNames.includes(name.split("-").at(-1) ?? ""));
  return empty && `"${empty}" names nothing: say what is in it, or move it to its room.`;
}
