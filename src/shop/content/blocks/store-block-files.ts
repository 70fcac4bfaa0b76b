import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import type { PictureImport } from "../../catalogue/import/import-pictures.ts";
import { upsertMedia } from "../../catalogue/pictures/media.ts";
import { hostedVideoOf, ownFile, ownFiles, videoSource } from "./block-attributes.ts";
import { blockKinds } from "./block-kinds.ts";
import type { Fault } from "./check-body.ts";
import { type Block, type Part, parseBody } from "./parse-body.ts";
import { storePublicFile } from "./public-files.ts";

/**
 * Stores the pictures and files that the blocks of an imported article name by their paths in its folder.
 * @returns those that are unavailable, in the order of the body
 */
export async function storeBlockFiles(
  db: Database,
  body: string,
  { folder, pictures, media }: { folder: string; pictures: PictureImport; media: FileStorage },
): Promise<Fault[]> {
  const named = namedIn(parseBody(body).parts);
  const stored = await pictures.store(named.filter(({ isPicture }) => isPicture).map(({ name }) => name));
  const found = [...stored.values()].filter((picture) => typeof picture !== "string");
  await inTransaction(db, (db) => upsertMedia(db, found));
  const problems = new Map<string, string | undefined>();
  for (const { name, isPicture } of named)
    if (!isPicture && !problems.has(name)) problems.set(name, await storePublicFile(db, folder, name, media));
  return named.flatMap(({ name, isPicture, place }) => {
    const problem = isPicture ? stored.get(name) : problems.get(name);
    return typeof problem === "string"
      ? [{ place, text: `the ${isPicture ? "picture" : "file"} ${name}: ${problem}` }]
      : [];
  });
}

const pictureAttributes: ReadonlySet<string> = new Set(["pictures", "poster"]);

interface NamedFile extends Pick<Block, "place"> {
  name: string;
  isPicture: boolean;
}

function namedIn(parts: readonly Part[]): NamedFile[] {
  return parts.flatMap((part) => {
    if (typeof part === "string") return [];
    const { place, content } = part;
    const own = filesOf(part).flatMap(([attribute, files]) =>
      files.filter(isInFolder).map((name) => ({ place, name, isPicture: pictureAttributes.has(attribute) })),
    );
    return [...own, ...namedIn(content)];
  });
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
