import { dataDirUsers, fileSystemUsers, isTest } from "../places.ts";
import type { Finding, SourceTree } from "../source-tree.ts";

/** Files of the shop are reached through the storage interface; few places use the file system, and fewer know DATA_DIR. */
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
          message: "Files are reached through #platform/storage: take a FileStorage, or list the place in places.ts.",
        })),
      ...(isListed(dataDirUsers, path) ? [] : dataDirLines).map((line) => ({
        path,
        line,
        rule: "data folder",
        message: "Only the storage, the embedded database and the secret key use DATA_DIR: take a FileStorage.",
      })),
    ]);
}

function isListed(places: readonly RegExp[], path: string): boolean {
  return places.some((place) => place.test(path));
}
