import type { OwnPage } from "../shop-routes.ts";
import { type ExportAuthor, type ExportItem, type ExportSite, type ExportTerm, readExport } from "./export-records.ts";

/** What other items need to know about a post or page. */
export interface SurveyedPost {
  id: string;
  type: "post" | "page";
  line: number;
  title: string;
  slug: string;
  /** Whether visitors could open its link. */
  isPublic: boolean;
  link: string;
  parent: string;
  /** The shop's page that does the same. */
  ownPage: OwnPage | undefined;
}

export interface SurveyedAttachment {
  line: number;
  url: string;
  alt: string;
  /** Of the page that only shows it. */
  link: string;
}

/** An entry of a menu. */
export interface SurveyedMenuItem {
  id: string;
  line: number;
  /** Slug of its menu. */
  menu: string;
  order: number;
  /** Id of the entry above it; "0" for none. */
  parent: string;
  title: string;
  /** "custom", "post_type" or "taxonomy". */
  kind: string;
  /** Such as "page" or "product_cat". */
  object: string;
  objectId: string;
  url: string;
}

/** The whole export, without texts. */
export interface Survey {
  site: ExportSite;
  authors: ReadonlyMap<string, ExportAuthor>;
  terms: readonly ExportTerm[];
  posts: ReadonlyMap<string, SurveyedPost>;
  attachments: ReadonlyMap<string, SurveyedAttachment>;
  menuItems: readonly SurveyedMenuItem[];
  /** Contents of reusable blocks. */
  reusableBlocks: ReadonlyMap<string, string>;
  /** Titles of contact forms, by id. */
  formTitles: ReadonlyMap<string, string>;
  /** Items of types that are not imported, by type. */
  others: ReadonlyMap<string, number>;
}

/** The most characters of a reusable block: all are kept in memory. */
const maxReusableBlock = 100_000;

/** Reads an export for the first time: nothing has been written yet if it turns out to be broken. @throws XmlProblem */
export async function surveyExport(file: string): Promise<Survey> {
  let site: ExportSite | undefined;
  const authors = new Map<string, ExportAuthor>();
  const terms: ExportTerm[] = [];
  const posts = new Map<string, SurveyedPost>();
  const attachments = new Map<string, SurveyedAttachment>();
  const menuItems: SurveyedMenuItem[] = [];
  const reusableBlocks = new Map<string, string>();
  const formTitles = new Map<string, string>();
  const others = new Map<string, number>();
  for await (const record of readExport(file)) {
    if (record.kind === "site") site = record.site;
    else if (record.kind === "author") authors.set(record.author.login, copied(record.author));
    else if (record.kind === "term") terms.push(copied(record.term));
    else {
      const { item } = record;
      if (item.type === "post" || item.type === "page") {
        if (item.problem === "" && item.status !== "auto-draft" && !posts.has(item.id))
          posts.set(item.id, copied(survey(item)));
      } else if (item.type === "attachment") attachments.set(item.id, copied(readAttachment(item)));
      else if (item.type === "nav_menu_item") menuItems.push(copied(readMenuItem(item)));
      else if (item.type === "wp_block" && item.content.length <= maxReusableBlock)
        reusableBlocks.set(item.id, copied(item.content));
      else {
        if (item.type === "wpcf7_contact_form") formTitles.set(item.id, copied(item.title));
        others.set(item.type, (others.get(item.type) ?? 0) + 1);
      }
    }
  }
  if (!site) throw new Error("An export was read without its site");
  return { site, authors, terms, posts, attachments, menuItems, reusableBlocks, formTitles, others };
}

/** Returns a copy: strings cut from the file would keep all of it in memory (100 MB for an export of 100 MB). */
const copied = structuredClone;

function survey(item: ExportItem): SurveyedPost {
  const { id, line, title, slug, link, parent } = item;
  const type = item.type === "page" ? "page" : "post";
  const isPublic = item.status === "publish" || item.status === "future";
  return { id, type, line, title, slug, link, parent, isPublic, ownPage: ownPageOf(item) };
}

/** Pages that only hold what the shop has pages of its own for, by their shortcode or block. */
const ownPages: readonly (readonly [pattern: RegExp, page: OwnPage])[] = [
  [/\[woocommerce_cart[\s\]]|wp:woocommerce\/cart\s/, "cart"],
  [/\[woocommerce_checkout[\s\]]|wp:woocommerce\/checkout\s/, "checkout"],
  [/\[woocommerce_my_account[\s\]]|wp:woocommerce\/customer-account\s/, "account"],
  [/\[yith_wcwl_wishlist[\s\]]/, "wishlist"],
];

function ownPageOf({ type, content }: ExportItem): OwnPage | undefined {
  if (type !== "page") return undefined;
  return ownPages.find(([pattern]) => pattern.test(content))?.[1];
}

function readAttachment({ line, attachmentUrl, link, meta }: ExportItem): SurveyedAttachment {
  return { line, url: attachmentUrl, link, alt: meta.get("_wp_attachment_image_alt") ?? "" };
}

function readMenuItem({ id, line, title, order, terms, meta }: ExportItem): SurveyedMenuItem {
  const value = (name: string) => meta.get(`_menu_item_${name}`) ?? "";
  return {
    id,
    line,
    title,
    order,
    menu: terms.find(({ taxonomy }) => taxonomy === "nav_menu")?.slug ?? "",
    parent: value("menu_item_parent") || "0",
    kind: value("type"),
    object: value("object"),
    objectId: value("object_id"),
    url: value("url"),
  };
}
