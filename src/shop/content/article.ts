import type { Picture } from "../catalogue/pictures/picture.ts";
import type { ArchiveLink, Author } from "./archives/archive.ts";

export interface ArticleCard {
  id: number;
  slug: string;
  title: string;
  /** The excerpt; without one, the first words of the text. */
  summary: string;
  publishedAt: Date;
  author: ArchiveLink | null;
  picture: Picture | null;
  category: ArchiveLink | null;
}

/** "publish" in the future is scheduled; "private" is for staff only. */
export type ArticleStatus = "publish" | "draft" | "pending" | "private" | "trash";

/** A post or a page with sanitised HTML. */
export interface Article extends ArticleCard {
  type: "page" | "post";
  /** Written by its author; "" for none. */
  excerpt: string;
  body: string;
  updatedAt: Date;
  /** Whether it takes comments. */
  commentsOpen: boolean;
  author: Author | null;
  categories: readonly ArchiveLink[];
  tags: readonly ArchiveLink[];
  /** Of a page: the page it belongs to. */
  parentId: number | null;
}

/** A link to an article or page. */
export interface ArticleLink {
  slug: string;
  title: string;
}

/** The posts published before and after one; null at the ends. */
export interface Neighbours {
  previous: ArticleLink | null;
  next: ArticleLink | null;
}

/** A menu entry; paths are site-relative. */
export interface MenuItem {
  label: string;
  path: string;
  children: readonly MenuItem[];
}

export interface Menus {
  primary: readonly MenuItem[];
  footer: readonly MenuItem[];
  legal: readonly MenuItem[];
}
