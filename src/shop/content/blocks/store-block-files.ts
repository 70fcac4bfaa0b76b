import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import type { PictureImport } from "../../catalogue/import/import-pictures.ts";
import { upsertMedia } from "../../catalogue/pictures/media.ts";
import { hostedVideoOf, ownFile, ownFiles, videoSource } from "./block-attributes.ts";
import { blockKinds } from "./block-kinds.ts";
import { type Block, type Part, parseBody } from "./parse-body.ts";
import { storePublicFile } from "./public-files.ts";

/**
 * Stores the pictures and files that the blocks of an imported article name by their paths in its folder.
 * @returns one sentence for each that is unavailable
 */
export async function storeBlockFiles(
  db: Database,
  body: string,
  { folder, pictures, media }: { folder: string; pictures: PictureImport; media: FileStorage },
): Promise<string[]> {
  const named = namesIn(parseBody(body).parts);
  const problems: string[] = [];
  const stored = await pictures.store(named.pictures);
  const found = [...stored.values()].filter((picture) => typeof picture !== "string");
  await inTransaction(db, (db) => upsertMedia(db, found));
  for (const [name, picture] of stored)
    if (typeof picture === "string") problems.push(`the picture ${name}: ${picture}`);
  for (const name of new Set(named.files)) {
    const problem = await storePublicFile(db, folder, name, media);
    if (problem) problems.push(`the file ${name}: ${problem}`);
  }
  return problems;
}

const pictureAttributes: ReadonlySet<string> = new Set(["pictures", "poster"]);

function namesIn(parts: readonly Part[]): { pictures: string[]; files: string[] } {
  const names: { pictures: string[]; files: string[] } = { pictures: [], files: [] };
  for (const part of parts) {
    if (typeof part === "string") continue;
    for (const [attribute, files] of filesOf(part))
      names[pictureAttributes.has(attribute) ? "pictures" : "files"].push(...files.filter(isInFolder));
    const inner = namesIn(part.content);
    names.pictures.push(...inner.pictures);
    names.files.push(...inner.files);
  }
  return names;
}

function filesOf({ name, attributes }: Block): [attribute: string, files: readonly string[]][] {
  return Object.entries(blockKinds[name]).flatMap(([attribute, kind]) => {
    const given = attributes.get(attribute);
    if (given === undefined || !([ownFile, ownFiles, videoSource] as unknown[]).includes(kind)) return [];
    return [[attribute, kind === ownFiles ? (ownFiles.read(given) ?? []) : [given]]] as [string, readonly string[]][];
  });
}

/** Others are stored already: ids, paths below /media/, and videos on other sites. */
function isInFolder(name: string): boolean {
  return !/^\d+$/.test(name) && !name.startsWith("/") && !hostedVideoOf(name) && ownFile.read(name) !== undefined;
}
