import { expressionBuilders, isTest, roomOf, spelledUrls } from "../places.ts";
import type { Finding, SourceTree } from "../source-tree.ts";

/** Single places: the environment in config.ts, URLs in routes.ts, queries in shop/ (and db/), built regular expressions. */
export function checkSinglePlaces({ files }: SourceTree): Finding[] {
  return files
    .filter(({ path }) => !isTest(path))
    .flatMap((file) => [
      ...(file.path === "src/config.ts" ? [] : file.environmentLines).map((line) => ({
        path: file.path,
        line,
        rule: "environment",
        message: "Only src/config.ts may read the environment: add the setting there and pass it in.",
      })),
      ...(expressionBuilders.includes(file.path) ? [] : file.expressionLines).map((line) => ({
        path: file.path,
        line,
        rule: "regular expressions",
        message: "Write the expression out; if it must be built from constants, add the file to the list in places.ts.",
      })),
      ...(file.path === "src/routes.ts" ? [] : file.strings)
        .filter(({ text }) => spelledUrls.some((beginning) => text.startsWith(beginning)))
        .map(({ text, line }) => ({
          path: file.path,
          line,
          rule: "urls",
          message: `Only src/routes.ts may spell out URLs: replace "${text}" by a route.`,
        })),
      ...(["shop", "db"].includes(roomOf(file.path)) ? [] : file.imports)
        .filter(({ specifier, typeOnly }) => /^drizzle-orm($|\/)/.test(specifier) && !typeOnly)
        .map(({ line }) => ({
          path: file.path,
          line,
          rule: "queries",
          message: "Queries belong in shop/: write one there and call it.",
        })),
    ]);
}
