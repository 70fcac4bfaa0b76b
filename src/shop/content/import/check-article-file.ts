import { dirname } from "node:path";
import type { Database } from "#db/database.ts";
import { findFileWithin } from "../../catalogue/import/import-pictures.ts";
import { sanitiseRichText } from "../../catalogue/sanitise.ts";
import { checkBodies } from "../blocks/check-articles.ts";
import { placeInText } from "../blocks/check-body.ts";
import { byLine } from "./front-matter.ts";
import { findPicturesBase, placeIn } from "./import-articles.ts";
import { readArticle } from "./read-article.ts";
import { checkTextPictures } from "./text-pictures.ts";

/**
 * Checks the front matter, pictures and shortcodes of an article's file. Its pictures and files may be in its folder.
 * @returns one sentence each, beginning with the file's name and the line, if that is known
 */
export async function checkArticleFile(db: Database, file: string, text: string): Promise<string[]> {
  const read = readArticle(text, { name: file, type: "page", now: new Date(0) });
  if (!("article" in read)) return read.map((problem) => `${placeIn(file, problem.line)}: ${problem.text}`);
  const base = await findPicturesBase(dirname(file));
  const body = sanitiseRichText(read.html);
  const [faults = []] = await checkBodies(
    db,
    [body],
    async ({ kind, name }) => kind === "file" && (await findFileWithin(base, name)) !== undefined,
  );
  const problems = [
    ...(await checkTextPictures({ ...read, text }, base)),
    ...placeInText({ ...read, text }, body, faults),
  ];
  return byLine(problems).map(({ line, text }) => `${placeIn(file, line)}: ${text}`);
}
