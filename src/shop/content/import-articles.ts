import { access, readdir, readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Database } from "#db/database.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import { PictureImport } from "../catalogue/import/import-pictures.ts";
import { emptyReport, type ImportReport } from "../catalogue/import/import-report.ts";
import { readMoment } from "../catalogue/import/read/read-moment.ts";
import { plainTextOf, sanitiseRichText } from "../catalogue/sanitise.ts";
import { slugOf } from "../catalogue/slug.ts";
import { readFrontMatter } from "./front-matter.ts";
import { type ImportedArticle, writeArticle } from "./write-article.ts";

export interface ImportArticlesOptions {
  /** The folder of the .html files, which are read in the order of their names. */
  folder: string;
  type: "post" | "page";
  media: FileStorage;
  now: Date;
}

/**
 * Imports posts or pages: front matter (title, slug, date, author, category, tags, excerpt, image, image_alt, status),
 * then HTML, which is sanitised. Articles are identified by slug. Each file is imported completely or reported with its
 * name.
 */
export async function importArticles(db: Database, options: ImportArticlesOptions): Promise<ImportReport> {
  const { folder, media } = options;
  const report = emptyReport();
  const names = (await readdir(folder)).filter((name) => name.endsWith(".html")).sort();
  const pictures = await PictureImport.open(db, await findPicturesBase(folder), media);
  for (const name of names) {
    const article = readArticle(await readFile(join(folder, name), "utf8"), options);
    const problem = typeof article === "string" ? article : await importOne(db, article, pictures, report);
    if (problem) report.refused.push({ line: 1, reasons: [`${name}: ${problem}`] });
  }
  return report;
}

async function importOne(
  db: Database,
  article: ImportedArticle,
  pictures: PictureImport,
  report: ImportReport,
): Promise<string | undefined> {
  const { image } = article;
  const picture = image === "" ? undefined : (await pictures.store([image])).get(image);
  if (typeof picture === "string") return `the picture ${image}: ${picture}`;
  report[await writeArticle(db, article, picture)] += 1;
  return undefined;
}

/** @returns a text if the file is no article */
function readArticle(text: string, { type, now }: ImportArticlesOptions): ImportedArticle | string {
  const matter = readFrontMatter(text);
  if (!matter) return "it does not start with front matter";
  const title = matter.value("title");
  if (title === "") return "it has no title";
  const slug = matter.value("slug") || slugOf(title, "article");
  if (slugOf(slug) !== slug) return `"${slug}" is no slug; ${slugOf(slug)} is`;
  const date = matter.value("date");
  const publishedAt = readMoment(date);
  if (date !== "" && !publishedAt) return `"${date}" is no date`;
  const list = (name: string) =>
    matter
      .value(name)
      .split(",")
      .map((one) => one.trim())
      .filter((one) => one !== "");
  return {
    type,
    slug,
    title,
    publishedAt,
    now,
    author: matter.value("author"),
    image: matter.value("image"),
    status: matter.value("status") === "draft" ? "draft" : "publish",
    excerpt: plainTextOf(matter.value("excerpt")),
    body: sanitiseRichText(matter.body),
    imageAlt: matter.value("image_alt"),
    topics: [
      ...list("category").map((name) => ({
        kind: "category" as const,
        slug: slugOf(name),
        name,
      })),
      ...list("tags").map((name) => ({
        kind: "tag" as const,
        slug: slugOf(name),
        name,
      })),
    ],
  };
}

/**
 * Returns the nearest folder, from this one up, that contains a folder `pictures`; else this one. Picture paths are
 * relative to it.
 */
async function findPicturesBase(folder: string): Promise<string> {
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
