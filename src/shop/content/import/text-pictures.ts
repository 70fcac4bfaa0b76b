import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { findFileWithin, noSuchFile, type PictureImport } from "../../catalogue/import/import-pictures.ts";
import { upsertMedia } from "../../catalogue/pictures/media.ts";
import { sanitiseWithPictures } from "../../catalogue/sanitise.ts";
import { decodeHtml } from "../../contact/html-text.rules.ts";
import { ownFile } from "../blocks/block-attributes.ts";
import type { FileProblem } from "./front-matter.ts";

/** A text with the pictures that it names by their paths in a folder. */
export interface IllustratedText {
  /** Sanitised, with the pictures' addresses in the shop. */
  body: string;
  /** Pictures that are unavailable. */
  problems: FileProblem[];
  /** Pictures of other sites, which are left out. */
  notes: FileProblem[];
}

/** A file's HTML, which has to be sanitised, and what it was made from. */
export interface UnsafeText {
  html: string;
  /** The whole file. */
  text: string;
  /** Where its front matter ends. */
  bodyStart: number;
}

/** Stores the pictures that a text shows or links to. */
export async function storeTextPictures(
  db: Database,
  unsafe: UnsafeText,
  pictures: PictureImport,
): Promise<IllustratedText> {
  const { body, inFolder, foreign } = picturesIn(unsafe.html);
  const notes = leftOut(foreign, unsafe);
  if (inFolder.length === 0) return { body, problems: [], notes };
  const stored = await pictures.store(inFolder);
  const found = [...stored.values()].filter((picture) => typeof picture !== "string");
  // The text names them by their files: another text may have another picture with this path in its folder.
  const unnamed = found.map((picture) => ({ ...picture, source: null }));
  await inTransaction(db, (db) => upsertMedia(db, unnamed));
  const problems = [...stored].flatMap(([path, picture]) =>
    typeof picture === "string" ? [{ address: path, text: `the picture ${path}: ${picture}` }] : [],
  );
  const placed = sanitiseWithPictures(unsafe.html, (address) => {
    const picture = stored.get(pathOf(address));
    return typeof picture === "object" ? picture : undefined;
  });
  return { body: placed, problems: withLines(problems, unsafe), notes };
}

/** Lists the pictures of a text that are missing in the folder or left out. */
export async function checkTextPictures(unsafe: UnsafeText, folder: string): Promise<FileProblem[]> {
  const { inFolder, foreign } = picturesIn(unsafe.html);
  const missing = [];
  for (const path of inFolder)
    if ((await findFileWithin(folder, path)) === undefined)
      missing.push({ address: path, text: `the picture ${path}: ${noSuchFile}` });
  return [...withLines(missing, unsafe), ...leftOut(foreign, unsafe)];
}

/** Returns the sanitised text without pictures of its folder, the paths of those, and the addresses of foreign ones. */
function picturesIn(html: string): { body: string; inFolder: string[]; foreign: string[] } {
  const inFolder = new Set<string>();
  const foreign = new Set<string>();
  const body = sanitiseWithPictures(html, (address, isLink) => {
    const path = pathOf(address);
    if (!path.startsWith("/") && ownFile.read(path) !== undefined) inFolder.add(path);
    else if (!isLink) foreign.add(address);
    return undefined;
  });
  return { body, inFolder: [...inFolder], foreign: [...foreign] };
}

/** Returns the path that an address means: Markdown encodes it. What is no valid encoding belongs to the name ("50%.png"). */
function pathOf(address: string): string {
  return address.replace(/(?:%[\da-f]{2})+/gi, (encoded) => {
    try {
      return decodeURIComponent(encoded);
    } catch {
      return encoded;
    }
  });
}

function leftOut(addresses: readonly string[], unsafe: UnsafeText): FileProblem[] {
  const notes = addresses.map((address) => ({
    address,
    text: `the picture ${address.slice(0, 200)} is left out: pictures have to be in the folder`,
  }));
  return withLines(notes, unsafe);
}

/** Adds the first line that names each picture; none if it is written in another way. */
function withLines(problems: readonly { address: string; text: string }[], unsafe: UnsafeText): FileProblem[] {
  if (problems.length === 0) return [];
  const lines = namedLines(unsafe);
  return problems.map(({ address, text }) => ({ line: lines.get(pathOf(address)), text }));
}

/** Returns the first line of everything in a text that may be an address. */
function namedLines({ text, bodyStart }: UnsafeText): Map<string, number> {
  const lines = new Map<string, number>();
  let line = text.slice(0, bodyStart).split("\n").length;
  for (const part of text.slice(bodyStart).split(/(\n)|["'<>()]/)) {
    if (part === "\n") line += 1;
    const path = pathOf(decodeHtml((part ?? "").trim()));
    if (path !== "" && !lines.has(path)) lines.set(path, line);
  }
  return lines;
}
