import type { Picture } from "../catalogue/pictures/picture.ts";

export interface ArticleCard {
  id: number;
  slug: string;
  title: string;
  excerpt: string;
  publishedAt: Date;
  author: { id: number; name: string; slug: string } | null;
  picture: Picture | null;
  category: { name: string; slug: string } | null;
}

/** "publish" in the future is scheduled; "private" is for staff only. */
export type ArticleStatus = "publish" | "draft" | "pending" | "private" | "trash";

/** A post or a page with sanitised HTML. */
export interface Article extends ArticleCard {
  type: "page" | "post";
  body: string;
  updatedAt: Date;
  /** Whether it takes comments. */
  commentsOpen: boolean;
  tags: readonly { name: string; slug: string }[];
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
