import { createHash } from "node:crypto";
import { plainTextOf } from "../../../catalogue/sanitise.ts";
import { slugOf } from "../../../catalogue/slug.ts";
import type { ArticleStatus } from "../../article.ts";
import { summaryOf } from "../../summary.ts";
import { exportMoment } from "./export-dates.ts";
import type { ExportItem } from "./export-records.ts";

/** A post or page as this shop keeps it, without its body. */
export interface ReadPost {
  type: "post" | "page";
  /** Plain text; "" for none. */
  title: string;
  excerpt: string;
  status: ArticleStatus;
  format: string | null;
  isSticky: boolean;
  commentsOpen: boolean;
  publishedAt: Date;
  updatedAt: Date;
  topics: readonly { kind: "category" | "tag"; slug: string; name: string }[];
  notes: string[];
}

/** The same length as WordPress allows for comments' authors; titles have no limit there. */
const maxTitle = 500;

const statuses: Readonly<Record<string, ArticleStatus>> = {
  publish: "publish",
  // Its date is in the future.
  future: "publish",
  draft: "draft",
  pending: "pending",
  private: "private",
  trash: "trash",
};

/** @param now for drafts without any date */
export function readPost(item: ExportItem, timeZone: string, now: Date): ReadPost {
  const notes: string[] = [];
  const type = item.type === "page" ? "page" : "post";
  let status = statuses[item.status];
  if (status === undefined) {
    notes.push(`the status "${item.status.slice(0, 40)}" is unknown: the ${type} is a draft`);
    status = "draft";
  }
  if (item.hasPassword && status === "publish") {
    notes.push(`the ${type} had a password: it is private`);
    status = "private";
  }
  const publishedAt =
    exportMoment(item.dateGmt, item.date, timeZone) ?? exportMoment(item.modifiedGmt, "", timeZone) ?? now;
  const format = item.terms.find(({ taxonomy }) => taxonomy === "post_format")?.slug.replace(/^post-format-/, "");
  return {
    type,
    title: plainTextOf(item.title).slice(0, maxTitle).trim(),
    excerpt: plainTextOf(item.excerpt),
    status,
    format: format && /^[a-z]{1,20}$/.test(format) ? format : null,
    isSticky: item.isSticky && type === "post",
    commentsOpen: item.commentsOpen,
    publishedAt,
    updatedAt: exportMoment(item.modifiedGmt, "", timeZone) ?? publishedAt,
    topics: readTopics(item),
    notes,
  };
}

/** The most characters that a text gives its article as a title. */
const maxTitleLength = 60;

/** Returns a title for a post that has none: the first words of its text, or its date. @param body sanitised HTML */
export function titleFromText(body: string, publishedAt: Date, timeZone: string): string {
  const characters = Array.from(summaryOf({ excerpt: "", beginning: body.slice(0, 3000) }));
  if (characters.length === 0) return publishedAt.toLocaleDateString("en-GB", { dateStyle: "long", timeZone });
  if (characters.length <= maxTitleLength) return characters.join("");
  const beginning = characters.slice(0, maxTitleLength);
  const end = characters.slice(0, maxTitleLength + 1).lastIndexOf(" ");
  const words = (end > 0 ? beginning.slice(0, end) : beginning).join("");
  return `${words.replace(/[\s.,;:–—-]+$/, "")}…`;
}

function readTopics({ terms }: ExportItem): ReadPost["topics"] {
  return terms.flatMap(({ taxonomy, slug, name }) => {
    const kind = topicKind(taxonomy);
    return kind ? [{ kind, slug: slugOf(slug || name, kind), name: plainTextOf(name) || slug }] : [];
  });
}

/** Returns what a taxonomy of WordPress is here. */
export function topicKind(taxonomy: string): "category" | "tag" | undefined {
  if (taxonomy === "category") return "category";
  return taxonomy === "post_tag" ? "tag" : undefined;
}

/** Raise it when the mapping changes, so that the next import maps all items again. */
const mappingVersion = 5;

/** Returns a hash of all that an import takes from an item. */
export function hashOfItem(item: ExportItem, slug: string, author: string): Buffer {
  const { line: _line, problem: _problem, meta, ...rest } = item;
  const taken = [mappingVersion, slug, author, meta.get("_thumbnail_id") ?? "", rest];
  return createHash("sha256").update(JSON.stringify(taken)).digest();
}
