import { posix } from "node:path";
import type { Finding, SourceTree } from "../source-tree.ts";

const folder = "src/db/migrations/";
const functions = "src/db/functions/";

/** Migrations are plain SQL files with unique numbers, so that name order is execution order. */
export function checkMigrations({ paths }: SourceTree): Finding[] {
  const seen = new Map<string, string>();
  return paths
    .filter((path) => path.startsWith(folder))
    .flatMap((path) => {
      const name = posix.basename(path);
      const number = /^(\d{4})_[a-z0-9]+(_[a-z0-9]+)*\.sql$/.exec(name)?.[1];
      const other = number === undefined ? undefined : seen.get(number);
      if (number !== undefined) seen.set(number, name);
      if (number === undefined || path !== folder + name)
        return [
          {
            path,
            line: 1,
            rule: "migrations",
            message: "Migrations are named NNNN_what_it_does.sql and are not in subfolders.",
          },
        ];
      return other === undefined
        ? []
        : [{ path, line: 1, rule: "migrations", message: `${other} has the same number: use the next free number.` }];
    });
}

const functionFile = /^([a-z0-9]+(_[a-z0-9]+)*\.sql|version\.json)$/;

/** Each SQL function has its own file, named after it, next to the version of all. */
export function checkSqlFunctions({ paths }: SourceTree): Finding[] {
  const message = "An SQL function has its own file, name_of_function.sql, not in a subfolder.";
  return paths
    .filter((path) => path.startsWith(functions) && !functionFile.test(path.slice(functions.length)))
    .map((path) => ({ path, line: 1, rule: "functions", message }));
}
