import { isTest, roomOf, spelledUrls } from "../places.ts";
import type { Finding, SourceTree } from "../source-tree.ts";

/** Things that have one home: the environment in config.ts, URLs in routes.ts, queries in shop/ (and db/). */
export function checkSinglePlaces({ files }: SourceTree): Finding[] {
  return files
    .filter(({ path }) => !isTest(path))
    .flatMap((file) => [
      ...(file.path === "src/config.ts" ? [] : file.environmentLines).map((line) => ({
        path: file.path,
        line,
        rule: "environment",
        message: "Only src/config.ts reads the environment: add the setting there and pass it in.",
      })),
      ...(file.path === "src/routes.ts" ? [] : file.strings)
        .filter(({ text }) => spelledUrls.some((beginning) => text.startsWith(beginning)))
        .map(({ text, line }) => ({
          path: file.path,
          line,
          rule: "urls",
          message: `Only src/routes.ts spells URLs: take "${text}" from routes.`,
        })),
      ...(["shop", "db"].includes(roomOf(file.path)) ? [] : file.imports)
        .filter(({ specifier, typeOnly }) => /^drizzle-orm($|\/)/.test(specifier) && !typeOnly)
        .map(({ line }) => ({
          path: file.path,
          line,
          rule: "queries",
          message: "Queries live in shop/: write one there and call it.",
        })),
    ]);
}
