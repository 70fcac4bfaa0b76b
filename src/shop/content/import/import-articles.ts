import { access, readdir, readFile, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Database } from "#db/database.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import { PictureImport } from "../../catalogue/import/import-pictures.ts";
import { emptyReport, type ImportReport } from "../../catalogue/import/import-report.ts";
import { idOfPage } from "../articles.ts";
import { bodyTooLarge, maxBodyBytes } from "../blocks/body-size.ts";
import { checkBodies } from "../blocks/check-articles.ts";
import { placeInText } from "../blocks/check-body.ts";
import { storeBlockFiles } from "../blocks/store-block-files.ts";
import { canBeBelow } from "../editing/parents.ts";
import { writeArticle } from "../editing/write-article.ts";
import { byLine, type FileProblem } from "./front-matter.ts";
import { type ReadArticle, readArticle } from "./read-article.ts";
import { storeTextPictures } from "./text-pictures.ts";

export interface ImportArticlesOptions {
  /** The folder of the .md and .html files, which are read in the order of their names. */
  folder: string;
  type: "post" | "page";
  /** First segments of the shop's own addresses, which none gets as its slug. */
  reservedSlugs: ReadonlySet<string>;
  media: FileStorage;
  now: Date;
}

interface ArticleFile extends ReadArticle {
  name: string;
  text: string;
}

interface ImportedFile extends Pick<ArticleFile, "name" | "text" | "bodyStart"> {
  /** Sanitised. */
  body: string;
}

/**
 * Imports posts or pages: front matter (see `readArticle`), then Markdown or HTML, which is sanitised. Articles are
 * identified by slug; pages above others are imported first. Each file is imported completely or reported with its name
 * and line. Shortcodes that are not shown are noted.
 */
export async function importArticles(db: Database, options: ImportArticlesOptions): Promise<ImportReport> {
  const { folder, media, reservedSlugs } = options;
  const report = emptyReport();
  const base = await findPicturesBase(folder);
  const pictures = await PictureImport.open(db, base, media);
  const files: ArticleFile[] = [];
  /** The first file of each slug. */
  const firsts = new Map<string, string>();
  for (const name of await listTexts(folder)) {
    if ((await stat(join(folder, name))).size > maxBodyBytes) {
      refuse(report, name, [{ line: 1, text: bodyTooLarge }]);
      continue;
    }
    const text = await readFile(join(folder, name), "utf8");
    const read = readArticle(text, { name, ...options });
    if (!("article" in read)) {
      refuse(report, name, read);
      continue;
    }
    const problem = slugProblem(read, reservedSlugs, firsts.get(read.article.slug));
    if (!firsts.has(read.article.slug)) firsts.set(read.article.slug, name);
    if (problem) refuse(report, name, [problem]);
    else files.push({ name, text, ...read });
  }
  const imported: ImportedFile[] = [];
  for (const file of parentsFirst(files)) {
    const body = await importOne(db, file, { folder: base, pictures, media }, report);
    if (typeof body === "string") imported.push({ ...file, body });
    else refuse(report, file.name, body);
  }
  await noteFaults(db, imported, report);
  return report;
}

/** @param first another file of this slug */
function slugProblem(
  { article: { slug }, lineOf }: ReadArticle,
  reservedSlugs: ReadonlySet<string>,
  first: string | undefined,
): FileProblem | undefined {
  const line = lineOf("slug", "title");
  if (reservedSlugs.has(slug))
    return { line, text: `the shop needs the address /${slug}/ itself: choose another slug` };
  return first === undefined ? undefined : { line, text: `${first} has the slug "${slug}", too` };
}

/** Notes the shortcodes, links and pictures of imported files that are not shown as written. */
async function noteFaults(db: Database, files: readonly ImportedFile[], report: ImportReport): Promise<void> {
  const faults = await checkBodies(
    db,
    files.map(({ body }) => body),
  );
  for (const [index, file] of files.entries())
    report.notes.push(
      ...placeInText(file, file.body, faults[index] ?? []).map((fault) => ({ file: file.name, ...fault })),
    );
}

/** Lists the names of a folder's .md and .html files, sorted. */
export async function listTexts(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /\.(?:html|md)$/.test(name)).sort();
}

/** Returns "tea.md:3", or "tea.md" if the line is not known. */
export function placeIn(name: string, line: number | undefined): string {
  return line === undefined ? name : `${name}:${line}`;
}

/** Adds a file to the report as left out. */
export function refuse(report: ImportReport, name: string, problems: readonly FileProblem[]): void {
  const reasons = problems.map(({ line, text }) => `${placeIn(name, line)}: ${text}`);
  report.refused.push({ file: name, line: problems[0]?.line ?? 1, reasons });
}

/** @returns the body, or why the file is left out */
async function importOne(
  db: Database,
  file: ArticleFile,
  files: { folder: string; pictures: PictureImport; media: FileStorage },
  report: ImportReport,
): Promise<string | FileProblem[]> {
  const { name, article, lineOf } = file;
  const { image, parentSlug = "" } = article;
  if (parentSlug !== "" && !(await canBeAbove(db, parentSlug, article.slug)))
    return [{ line: lineOf("parent"), text: `there is no page "${parentSlug}" above it` }];
  const picture = image === "" ? undefined : (await files.pictures.store([image])).get(image);
  const { body, problems, notes } = await storeTextPictures(db, file, files.pictures);
  const missing = byLine([...problems, ...placeInText(file, body, await storeBlockFiles(db, body, files))]);
  if (typeof picture === "string")
    return [{ line: lineOf("image"), text: `the picture ${image}: ${picture}` }, ...missing];
  if (missing.length > 0) return missing;
  const outcome = await writeArticle(db, { ...article, body }, picture);
  if (typeof outcome === "object")
    return [{ line: lineOf("slug", "title"), text: `the ${outcome.takenBy} "${article.slug}" has this slug` }];
  report[outcome] += 1;
  report.notes.push(...notes.map((note) => ({ file: name, ...note })));
  return body;
}

/** Returns whether there is a page of the first slug, and the page of the second one, if there is one, can be below it. */
async function canBeAbove(db: Database, parentSlug: string, slug: string): Promise<boolean> {
  const [parentId, id] = [await idOfPage(db, parentSlug), await idOfPage(db, slug)];
  return parentId !== undefined && canBeBelow(db, "page", parentId, id ?? null);
}

/** Returns the files so that each comes after its parent. */
function parentsFirst(files: readonly ArticleFile[]): ArticleFile[] {
  const bySlug = new Map(files.map((file) => [file.article.slug, file]));
  const sorted = new Set<ArticleFile>();
  const visit = (file: ArticleFile, below: ReadonlySet<ArticleFile>) => {
    const parent = bySlug.get(file.article.parentSlug ?? "");
    if (parent && !below.has(parent)) visit(parent, new Set([...below, file]));
    sorted.add(file);
  };
  for (const file of files) visit(file, new Set());
  return [...sorted];
}

/**
 * Returns the nearest folder, from this one up, that contains a folder `pictures`; else this one. Picture paths are
 * relative to it.
 */
export async function findPicturesBase(folder: string): Promise<string> {
  const start = resolve(folder);
  for (const base of [start, dirname(start), dirname(dirname(start))]) {
    const isThere = await access(join(base, "pictures")).then(
      () => true,
      () => false,
    );
    if (isThere) return base;
  }
  return start;
}
