import { readFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { desc, eq, or } from "drizzle-orm";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { authors } from "#db/tables/content.ts";
import { inTransaction } from "#db/transaction.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import { isWebAddress } from "#platform/web-address.ts";
import { PictureImport } from "../../catalogue/import/import-pictures.ts";
import { emptyReport, type ImportReport } from "../../catalogue/import/import-report.ts";
import { upsertMedia } from "../../catalogue/pictures/media.ts";
import type { StoredPicture } from "../../catalogue/pictures/picture-file.ts";
import { plainTextOf } from "../../catalogue/sanitise.ts";
import { slugOf } from "../../catalogue/slug.ts";
import { type FileProblem, readFrontMatter } from "./front-matter.ts";
import { findPicturesBase, listTexts, refuse } from "./import-articles.ts";
import { markdownToHtml } from "./markdown.ts";

const names = new Set(["name", "slug", "url", "image"]);

interface ImportedAuthor {
  slug: string;
  name: string;
  bio: string;
  url: string;
  image: string;
}

/**
 * Imports authors: front matter (name, slug, url, image), then the text about them. They are identified by slug, by default the
 * file's name, or by name. Each file is imported completely or reported with its name and line.
 */
export async function importAuthors(
  db: Database,
  { folder, media }: { folder: string; media: FileStorage },
): Promise<ImportReport> {
  const report = emptyReport();
  const pictures = await PictureImport.open(db, await findPicturesBase(folder), media);
  for (const file of await listTexts(folder)) {
    const author = readAuthor(await readFile(join(folder, file), "utf8"), file);
    if (!("slug" in author)) {
      refuse(report, file, author);
      continue;
    }
    const { image } = author;
    const picture = image === "" ? undefined : (await pictures.store([image])).get(image);
    if (typeof picture === "string") refuse(report, file, [{ line: 1, text: `the picture ${image}: ${picture}` }]);
    else report[await writeAuthor(db, author, picture)] += 1;
  }
  return report;
}

function readAuthor(text: string, file: string): ImportedAuthor | readonly FileProblem[] {
  const matter = readFrontMatter(text, names);
  if ("line" in matter) return [matter];
  const problems = [...matter.problems];
  const valueOf = (name: string) => matter.values.get(name)?.value ?? "";
  const refuseValue = (name: string, reason: string) =>
    problems.push({ line: matter.values.get(name)?.line ?? 1, text: reason });
  const slug = valueOf("slug") || basename(file, extname(file));
  if (slugOf(slug) !== slug) refuseValue("slug", `"${slug}" is no slug; ${slugOf(slug)} is`);
  if (valueOf("name") === "") refuseValue("name", "it has no name");
  const url = valueOf("url");
  if (url !== "" && !isWebAddress(url)) refuseValue("url", `"${url}" is no address of a web page`);
  if (problems.length > 0) return problems;
  return { slug, url, name: valueOf("name"), image: valueOf("image"), bio: plainTextOf(markdownToHtml(matter.body)) };
}

/** Writes an author and announces the pages that show one. @returns whether it was added, changed or neither */
async function writeAuthor(
  db: Database,
  { slug, name, bio, url, image }: ImportedAuthor,
  picture: StoredPicture | undefined,
): Promise<"created" | "updated" | "unchanged"> {
  return inTransaction(db, async (db) => {
    const mediaId = picture ? ((await upsertMedia(db, [picture])).get(image) ?? null) : null;
    const values = { slug, name, bio, url, mediaId };
    const [before] = await db
      .select()
      .from(authors)
      .where(or(eq(authors.slug, slug), eq(authors.name, name)))
      .orderBy(desc(eq(authors.slug, slug)), authors.id)
      .limit(1)
      .for("update");
    if (!before) {
      await db.insert(authors).values(values);
      return "created";
    }
    if (Object.entries(values).every(([key, value]) => before[key as keyof typeof values] === value))
      return "unchanged";
    await db.update(authors).set(values).where(eq(authors.id, before.id));
    await announceChange(db, [`author:${before.id}`, "articles"]);
    return "updated";
  });
}
