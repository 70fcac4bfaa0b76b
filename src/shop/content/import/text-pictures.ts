import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { findFileWithin, type PictureImport } from "../../catalogue/import/import-pictures.ts";
import { upsertMedia } from "../../catalogue/pictures/media.ts";
import { shownSize } from "../../catalogue/pictures/picture.ts";
import type { StoredPicture } from "../../catalogue/pictures/picture-file.ts";
import { escapeHtml } from "../../contact/html-text.rules.ts";
import { attributeOf, htmlTokens } from "../../contact/template/html-tokens.rules.ts";
import { ownFile } from "../blocks/block-attributes.ts";
import type { FileProblem } from "./front-matter.ts";

/** The pictures in the text of an imported file, which are named by their paths in its folder. */
export interface StoredTextPictures {
  /** The HTML with the pictures' addresses in the shop. */
  html: string;
  /** Pictures that are unavailable. */
  problems: FileProblem[];
  /** Pictures of other sites, which are left out. */
  notes: FileProblem[];
}

/** Stores the pictures in HTML that has to be sanitised. @param text the file, for the lines of problems */
export async function storeTextPictures(
  db: Database,
  html: string,
  text: string,
  pictures: PictureImport,
): Promise<StoredTextPictures> {
  const { inFolder, foreign } = sourcesIn(html);
  const stored = await pictures.store(inFolder);
  const found = [...stored.values()].filter((picture) => typeof picture !== "string");
  if (found.length > 0) await inTransaction(db, (db) => upsertMedia(db, found));
  const problems = [...stored].flatMap(([source, picture]) =>
    typeof picture === "string" ? [{ line: lineOf(text, source), text: `the picture ${source}: ${picture}` }] : [],
  );
  return { html: placePictures(html, stored), problems, notes: leftOut(foreign, text) };
}

/** Lists the pictures in HTML that are missing in the folder or left out. @param text the file, for the lines */
export async function checkTextPictures(html: string, text: string, folder: string): Promise<FileProblem[]> {
  const { inFolder, foreign } = sourcesIn(html);
  const missing: FileProblem[] = [];
  for (const source of inFolder)
    if ((await findFileWithin(folder, source)) === undefined)
      missing.push({ line: lineOf(text, source), text: `the picture ${source}: there is no such file in the folder` });
  return [...missing, ...leftOut(foreign, text)];
}

/** Returns the sources of pictures that are not stored yet. */
function sourcesIn(html: string): { inFolder: string[]; foreign: string[] } {
  const sources = [...new Set(htmlTokens(html).flatMap((token) => (token.name === "img" ? sourceOf(token) : [])))];
  const unstored = sources.filter((source) => source !== "" && !source.startsWith("/media/"));
  const isInFolder = (source: string) => !source.startsWith("/") && ownFile.read(source) !== undefined;
  return { inFolder: unstored.filter(isInFolder), foreign: unstored.filter((source) => !isInFolder(source)) };
}

function placePictures(html: string, stored: ReadonlyMap<string, StoredPicture | string>): string {
  if (stored.size === 0) return html;
  return htmlTokens(html)
    .map((token) => {
      const picture = token.name === "img" ? stored.get(sourceOf(token)) : undefined;
      if (!picture || typeof picture === "string") return token.text;
      const { width, height } = shownSize(picture, Number(/^\d{1,5}$/.exec(attributeOf(token, "width"))?.[0] ?? 0));
      const kept = ["alt", "title", "class"].map((name) => `${name}="${escapeHtml(attributeOf(token, name))}"`);
      return `<img src="/media/${picture.file}" ${kept.join(" ")} width="${width}" height="${height}" loading="lazy" />`;
    })
    .join("");
}

/** Returns a picture's source; Markdown encodes paths. */
function sourceOf(token: Parameters<typeof attributeOf>[0]): string {
  const source = attributeOf(token, "src");
  try {
    return decodeURI(source);
  } catch {
    // A percent sign in a name.
    return source;
  }
}

function leftOut(sources: readonly string[], text: string): FileProblem[] {
  return sources.map((source) => ({
    line: lineOf(text, source),
    text: `the picture ${source.slice(0, 200)} is left out: pictures have to be in the folder`,
  }));
}

/** Returns the first line that names a picture; undefined if it is written in another way. */
function lineOf(text: string, source: string): number | undefined {
  const place = text.indexOf(source);
  return place === -1 ? undefined : text.slice(0, place).split("\n").length;
}
