import { reservedPageSlugs, reservedSlugs } from "#routes";
import type { ImportReport } from "#shop/catalogue/import/import-report.ts";
import { importArticles } from "#shop/content/import/import-articles.ts";
import type { CommandContext } from "../command.ts";

/** Imports a folder of articles or pages; none gets a slug that the shop's own addresses need. */
export function importTexts(
  { db, files, clock }: Pick<CommandContext, "clock" | "db" | "files">,
  folder: string,
  type: "post" | "page",
): Promise<ImportReport> {
  const reserved = type === "page" ? reservedPageSlugs() : reservedSlugs();
  return importArticles(db, { folder, type, reservedSlugs: reserved, media: files.media, now: clock.now() });
}
