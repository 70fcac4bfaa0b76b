import type { Translate } from "#messages/catalogue.ts";
import { patterns, routes } from "#routes";
import type { Archive } from "#shop/content/archives/archive.ts";
import type { ArchiveRequest } from "#shop/content/archives/find-archive.ts";
import { formatMonth, formatYear } from "#ui/day.tsx";

export interface ArchiveParameters {
  slug?: string;
  year?: string;
  month?: string;
}

/** The router's patterns of archives, each with how its parameters are read. */
export const archivePatterns: readonly (readonly [
  pattern: string,
  read: (parameters: ArchiveParameters) => ArchiveRequest,
])[] = [
  [patterns.articleCategory, ({ slug = "" }) => ({ kind: "category", slug })],
  [patterns.articleTag, ({ slug = "" }) => ({ kind: "tag", slug })],
  [patterns.author, ({ slug = "" }) => ({ kind: "author", slug })],
  [patterns.year, ({ year }) => ({ kind: "year", year: Number(year) })],
  [patterns.month, ({ year, month }) => ({ kind: "month", year: Number(year), month: Number(month) })],
];

/** Returns the path of an archive's page; pages count from 1. */
export function archivePath(archive: ArchiveRequest | Archive, page = 1): string {
  switch (archive.kind) {
    case "category":
      return routes.articleCategory(archive.slug, page);
    case "tag":
      return routes.articleTag(archive.slug, page);
    case "author":
      return routes.author(archive.slug, page);
    case "year":
      return routes.year(archive.year, page);
    case "month":
      return routes.month(archive.year, archive.month, page);
  }
}

/** Returns an archive's name: of a topic or author, or such as "2026" or "November 2026". */
export function archiveName(archive: Archive, lang: string): string {
  if (archive.kind === "year") return formatYear(archive.year, lang);
  return archive.kind === "month" ? formatMonth(archive, lang) : archive.name;
}

/** Returns an archive's heading, such as "Articles by Sana". */
export function archiveTitle(archive: Archive, t: Translate, lang: string): string {
  const name = archiveName(archive, lang);
  switch (archive.kind) {
    case "category":
      return name;
    case "tag":
      return t("content.archive.tag", { name });
    case "author":
      return t("content.archive.author", { name });
    case "year":
    case "month":
      return t("content.archive.month", { name });
  }
}
