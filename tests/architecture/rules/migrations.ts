import { posix } from "node:path";
import type { Finding, SourceTree } from "../source-tree.ts";

const folder = "src/db/migrations/";
const functions = "src/db/functions/";

/** Migrations are plain SQL, each with a number of its own, so that their order is the order of their names. */
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
            message: "A migration is called NNNN_what_it_does.sql and lies in the folder itself.",
          },
        ];
      return other === undefined
        ? []
        : [{ path, line: 1, rule: "migrations", message: `${other} has the same number: take the next free one.` }];
    });
}

/** SQL functions are plain SQL, one to a file, which is named after it. */
export function checkSqlFunctions({ paths }: SourceTree): Finding[] {
  const message = "An SQL function has a file of its own, name_of_function.sql, in the folder itself.";
  return paths
    .filter((path) => path.startsWith(functions) && !/^[a-z0-9]+(_[a-z0-9]+)*\.sql$/.test(path.slice(functions.length)))
    .map((path) => ({ path, line: 1, rule: "functions", message }));
}
