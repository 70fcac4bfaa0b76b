import { readXmlRecords, type XmlElement, XmlProblem, type XmlRecord } from "./xml-records.ts";

/** Where a WordPress site was, from the head of its export. */
export interface ExportSite {
  /** Without a slash at the end. */
  url: string;
}

/** A category, tag, menu or other term. Slugs are decoded; names are HTML, as titles are. */
export interface ExportTerm {
  id: string;
  taxonomy: string;
  slug: string;
  name: string;
  description: string;
  /** Slug; "" for none. */
  parent: string;
}

export interface ExportAuthor {
  id: string;
  login: string;
  name: string;
}

export interface ExportComment {
  id: string;
  type: string;
  author: string;
  email: string;
  /** As "2024-05-01 10:00:00"; zeros if unknown. */
  date: string;
  dateGmt: string;
  content: string;
  /** "1", "0", "spam", "trash" or "post-trashed". */
  approved: string;
  /** "0" for none. */
  parent: string;
  /** "0" for none. */
  userId: string;
}

/** A post, page, attachment, menu entry or anything else that WordPress stores as a post. */
export interface ExportItem {
  line: number;
  /** Why it cannot be imported whole; "" if it can. */
  problem: string;
  id: string;
  type: string;
  title: string;
  link: string;
  /** Login of its author. */
  creator: string;
  content: string;
  excerpt: string;
  /** Decoded; "" for most drafts. */
  slug: string;
  status: string;
  hasPassword: boolean;
  isSticky: boolean;
  commentsOpen: boolean;
  /** Id of its parent; "0" for none. */
  parent: string;
  order: number;
  /** As "2024-05-01 10:00:00"; zeros if unknown. */
  date: string;
  dateGmt: string;
  modifiedGmt: string;
  attachmentUrl: string;
  terms: readonly { taxonomy: string; slug: string; name: string }[];
  meta: ReadonlyMap<string, string>;
  comments: readonly ExportComment[];
}

export type ExportRecord =
  | { kind: "site"; site: ExportSite }
  | { kind: "author"; author: ExportAuthor }
  | { kind: "term"; term: ExportTerm }
  | { kind: "item"; item: ExportItem };

/** Versions of the format that are known. */
const knownVersions = /^1\.[0-2]$/;

/**
 * Reads a WordPress export (WXR) record by record, in the order of the file.
 * @throws XmlProblem if it is not a well-formed export
 */
export async function* readExport(file: string): AsyncGenerator<ExportRecord> {
  const head = { version: "", site: "", blog: "" };
  let isBegun = false;
  for await (const record of readXmlRecords(file)) {
    if (record.name === "wp:wxr_version") head.version = record.text.trim();
    else if (record.name === "wp:base_site_url") head.site = record.text.trim();
    else if (record.name === "wp:base_blog_url") head.blog = record.text.trim();
    if (!recordNames.has(record.name)) continue;
    if (!isBegun) yield { kind: "site", site: siteOf(head, record.line) };
    isBegun = true;
    yield readRecord(record);
  }
  if (!isBegun) yield { kind: "site", site: siteOf(head, 1) };
}

const recordNames = new Set(["wp:author", "wp:category", "wp:tag", "wp:term", "item"]);

function siteOf({ version, site, blog }: { version: string; site: string; blog: string }, line: number): ExportSite {
  if (version === "") throw new XmlProblem("this is not a WordPress export: it has no wp:wxr_version", line, 0);
  if (!knownVersions.test(version)) throw new XmlProblem(`version ${version} of the format is unknown`, line, 0);
  const url = (blog || site).replace(/\/+$/, "");
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new XmlProblem("it has no address of the site (wp:base_blog_url)", line, 0);
  return { url };
}

function readRecord(record: XmlRecord): ExportRecord {
  const text = (name: string) => textOf(record, name);
  const term = (taxonomy: string, slug: string, name: string, description: string, parent: string): ExportRecord => ({
    kind: "term",
    term: {
      id: text("wp:term_id"),
      taxonomy,
      slug: decodeSlug(slug),
      name,
      description,
      parent: decodeSlug(parent),
    },
  });
  switch (record.name) {
    case "wp:author":
      return {
        kind: "author",
        author: { id: text("wp:author_id"), login: text("wp:author_login"), name: text("wp:author_display_name") },
      };
    case "wp:category":
      return term(
        "category",
        text("wp:category_nicename"),
        text("wp:cat_name"),
        text("wp:category_description"),
        text("wp:category_parent"),
      );
    case "wp:tag":
      return term("post_tag", text("wp:tag_slug"), text("wp:tag_name"), text("wp:tag_description"), "");
    case "wp:term":
      return term(
        text("wp:term_taxonomy"),
        text("wp:term_slug"),
        text("wp:term_name"),
        text("wp:term_description"),
        text("wp:term_parent"),
      );
    default:
      return { kind: "item", item: readItem(record) };
  }
}

function readItem(record: XmlRecord): ExportItem {
  const text = (name: string) => textOf(record, name);
  const meta = record.children
    .filter(({ name }) => name === "wp:postmeta")
    .map((one) => [textOf(one, "wp:meta_key"), textOf(one, "wp:meta_value")] as const);
  return {
    line: record.line,
    problem: record.problem || (/^[1-9]\d{0,18}$/.test(text("wp:post_id")) ? "" : "it has no wp:post_id"),
    id: text("wp:post_id"),
    type: text("wp:post_type"),
    title: text("title"),
    link: text("link"),
    creator: text("dc:creator"),
    content: textOf(record, "content:encoded", false),
    excerpt: text("excerpt:encoded"),
    slug: decodeSlug(text("wp:post_name")),
    status: text("wp:status"),
    hasPassword: text("wp:post_password") !== "",
    isSticky: text("wp:is_sticky") === "1",
    commentsOpen: text("wp:comment_status") === "open",
    parent: text("wp:post_parent") || "0",
    order: Number(text("wp:menu_order")) || 0,
    date: text("wp:post_date"),
    dateGmt: text("wp:post_date_gmt"),
    modifiedGmt: text("wp:post_modified_gmt"),
    attachmentUrl: text("wp:attachment_url"),
    terms: record.children.filter(({ name }) => name === "category").map(readTermOfItem),
    meta: new Map(meta),
    comments: record.children.filter(({ name }) => name === "wp:comment").map(readComment),
  };
}

function readTermOfItem({ attributes, text }: XmlElement): ExportItem["terms"][number] {
  return { taxonomy: attributes.domain ?? "", slug: decodeSlug(attributes.nicename ?? ""), name: text };
}

function readComment(element: XmlElement): ExportComment {
  const text = (name: string) => textOf(element, `wp:comment_${name}`);
  return {
    id: text("id"),
    type: text("type"),
    author: text("author"),
    email: text("author_email"),
    date: text("date"),
    dateGmt: text("date_gmt"),
    content: text("content"),
    approved: text("approved"),
    parent: text("parent") || "0",
    userId: text("user_id") || "0",
  };
}

function textOf(element: XmlElement, name: string, isTrimmed = true): string {
  const text = element.children.find((child) => child.name === name)?.text ?? "";
  return isTrimmed ? text.trim() : text;
}

/** Decodes a slug as WordPress stores it: letters of other scripts are percent-encoded. */
function decodeSlug(slug: string): string {
  try {
    return decodeURIComponent(slug);
  } catch {
    return slug;
  }
}
