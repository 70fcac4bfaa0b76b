import type { Picture } from "../../catalogue/pictures/picture.ts";

/** A link to an archive. */
export interface ArchiveLink {
  slug: string;
  name: string;
}

/** The posts of a category (with those of the categories below it) or of a tag. */
export interface TopicArchive extends ArchiveLink {
  kind: "category" | "tag";
  id: number;
  /** Plain text. */
  description: string;
  /** The topic's own id and those below it. */
  ids: readonly number[];
  /** From the root to the topic's parent. */
  parents: readonly ArchiveLink[];
  /** The topics directly below it that have published posts. */
  children: readonly ArchiveLink[];
}

export interface Author extends ArchiveLink {
  id: number;
  /** Plain text. */
  bio: string;
  /** The author's own site; "" for none. */
  url: string;
  picture: Picture | null;
}

export interface AuthorArchive extends Author {
  kind: "author";
}

/** The posts of a month in the shop's time zone. */
export interface MonthArchive {
  kind: "month";
  year: number;
  /** From 1. */
  month: number;
  timeZone: string;
}

/** The posts of a year in the shop's time zone. */
export interface YearArchive extends Omit<MonthArchive, "kind" | "month"> {
  kind: "year";
}

export type Archive = TopicArchive | AuthorArchive | MonthArchive | YearArchive;

/** What the journal links to: archives that have published posts. */
export interface ArchiveLists {
  /** Top categories by name, each with the categories below it, which follow it in depth-first order. */
  categories: readonly (ArchiveLink & { depth: number })[];
  /** Newest first. */
  months: readonly { year: number; month: number; count: number }[];
  /** By name. */
  authors: readonly ArchiveLink[];
}
