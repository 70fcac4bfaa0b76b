import { dataDirUsers, fileSystemUsers, isTest } from "../places.ts";
import type { Finding, SourceTree } from "../source-tree.ts";

/** The shop's files are reached through the storage interface; only listed files may use the file system or DATA_DIR. */
export function checkFileSystem({ files }: SourceTree): Finding[] {
  return files
    .filter(({ path }) => !isTest(path))
    .flatMap(({ path, imports, dataDirLines }) => [
      ...(isListed(fileSystemUsers, path) ? [] : imports)
        .filter(({ specifier, typeOnly }) => /^(node:)?fs(\/promises)?$/.test(specifier) && !typeOnly)
        .map(({ line }) => ({
          path,
          line,
          rule: "file system",
          message: "Use a FileStorage of #platform/storage, or add the file to the list in places.ts.",
        })),
      ...(isListed(dataDirUsers, path) ? [] : dataDirLines).map((line) => ({
        path,
        line,
        rule: "data folder",
        message: "Only the storage, the embedded database and the secret key may use DATA_DIR: use a FileStorage.",
      })),
    ]);
}

function isListed(places: readonly RegExp[], path: string): boolean {
  return places.some((place) => place.test(path));
}
