import { createHash } from "node:crypto";
import type { Database } from "#db/database.ts";
import { movedIdKey } from "../addresses/moved-addresses.ts";
import { bodyTooLarge, maxBodyBytes } from "../blocks/body-size.ts";
import { faultsIn } from "../blocks/check-body.ts";
import { missingTargets, targetsIn } from "../blocks/named-targets.ts";
import type { BodyContext, BodyNote, BodyPicture } from "./body/body-context.ts";
import { mapBody } from "./body/map-body.ts";
import type { OldFiles } from "./import-files.ts";
import type { OldMedia } from "./import-media.ts";
import type { KnownItem } from "./import-wordpress.ts";
import type { OldForms } from "./old-forms.ts";
import type { OldSite } from "./old-site.ts";
import type { ExportItem } from "./read/export-records.ts";
import { isComment, readComments } from "./read/read-comments.ts";
import { hashOfItem, readPost, titleFromText } from "./read/read-post.ts";
import type { Survey } from "./read/survey-export.ts";
import type { LinkRewriter } from "./rewrite-links.ts";
import type { ShopRoutes } from "./shop-routes.ts";
import { printable, type WordpressReport } from "./wordpress-report.ts";
import { authorName } from "./write/write-authors.ts";
import { type PostOutcome, writePost } from "./write/write-post.ts";

export interface PostImportOptions {
  db: Database;
  site: OldSite;
  survey: Survey;
  /** Of posts and pages, by id in the export. */
  slugs: ReadonlyMap<string, string>;
  routes: ShopRoutes;
  media: OldMedia;
  files: OldFiles;
  forms: OldForms;
  links: LinkRewriter;
  /** Ids of imported products, by their old ones. */
  products: ReadonlyMap<string, string>;
  /** Changes with the shop's products and forms. */
  targetsHash: Buffer;
  /** Ids of authors by login. */
  authors: ReadonlyMap<string, number>;
  /** Items that were imported before, by `sourceId`. */
  known: ReadonlyMap<string, KnownItem>;
  report: WordpressReport;
  timeZone: string;
  now: Date;
  isDryRun: boolean;
  overwrites: boolean;
}

/** Hashes by which an unchanged item is recognised: `ahead` if it names forms or products that the shop does not have yet. */
interface Hashes {
  whole: Buffer;
  ahead: Buffer;
}

/** A mapped body, and what it refers to. */
interface Mapped {
  body: string;
  /** Addresses of the originals of its pictures. */
  sources: ReadonlySet<string>;
  /** Of its videos, sounds and documents. */
  files: ReadonlySet<string>;
  notes: readonly { kind: BodyNote; name: string }[];
  /** Whether it names forms or products that the shop does not have yet. */
  isAhead: boolean;
}

/** Imports posts and pages one by one. */
export class PostImport {
  readonly #options: PostImportOptions;
  readonly #staffIds: ReadonlySet<string>;

  constructor(options: PostImportOptions) {
    this.#options = options;
    this.#staffIds = new Set([...options.survey.authors.values()].map(({ id }) => id).filter((id) => id !== "0"));
  }

  async import(item: ExportItem): Promise<void> {
    const { site, slugs, known, report, targetsHash, overwrites } = this.#options;
    const slug = slugs.get(item.id);
    if (item.problem !== "") {
      report.refused.push({ line: item.line, text: `${nameOf(item)} (${item.problem})` });
      return;
    }
    const first = this.#options.survey.posts.get(item.id)?.line;
    if (first !== undefined && first !== item.line) {
      report.refused.push({ line: item.line, text: `${nameOf(item)} (its id is already used on line ${first})` });
      return;
    }
    // Automatic drafts, and pages that the shop has itself.
    if (slug === undefined) return;
    const counts = report[item.type === "page" ? "pages" : "posts"];
    const before = known.get(site.sourceId(item.id));
    const hash = hashOfItem(item, slug, this.#authorOf(item));
    const hashes = { whole: hash, ahead: createHash("sha256").update(hash).update(targetsHash).digest() };
    const outcome = before && !overwrites ? this.#outcomeBefore(before, hashes) : undefined;
    if (outcome === "unchanged" && before?.contentHash.equals(hashes.ahead)) await this.#reportMissing(item, before);
    const counted = outcome ?? (await this.#write(item, slug, hashes, before !== undefined));
    if (counted) counts[counted] += 1;
  }

  /** Returns what happens to an item that was imported before without another look at it. */
  #outcomeBefore(
    { isChanged, isRemoved, contentHash, isComplete }: KnownItem,
    hashes: Hashes,
  ): PostOutcome | undefined {
    const isSame = contentHash.equals(hashes.whole) || contentHash.equals(hashes.ahead);
    if (isSame && (isComplete || isRemoved || isChanged)) return "unchanged";
    if (isRemoved) return "removed here";
    return isChanged ? "changed here" : undefined;
  }

  /** Reports again the forms and products that an unchanged text still waits for. */
  async #reportMissing(item: ExportItem, { isChanged, isRemoved }: KnownItem): Promise<void> {
    if (isChanged || isRemoved) return;
    const { body, notes } = this.#mapOnce(item.content);
    this.#report([...notes.filter(({ kind }) => kind === "form"), ...(await this.#missingProducts(body))]);
  }

  /** Returns what the blocks of a mapped body name and the catalogue does not have. */
  async #missingProducts(body: string): Promise<Mapped["notes"]> {
    const named = targetsIn(body).filter(({ kind }) => !["file", "address", "form"].includes(kind));
    const missing = named.length > 0 ? await missingTargets(this.#options.db, named) : [];
    return [...missing].map(({ kind, name }) => ({ kind: "product", name: `${kind} ${name}` }));
  }

  #report(notes: Mapped["notes"]): void {
    const { unmapped } = this.#options.report;
    for (const { kind, name } of notes) unmapped[kind].set(name, (unmapped[kind].get(name) ?? 0) + 1);
  }

  /** Returns undefined for one whose text is too large. */
  async #write(item: ExportItem, slug: string, hashes: Hashes, isKnown: boolean): Promise<PostOutcome | undefined> {
    const {
      db,
      site,
      survey,
      media,
      files: oldFiles,
      authors,
      report,
      timeZone,
      now,
      isDryRun,
      overwrites,
      routes,
    } = this.#options;
    const { notes, ...post } = readPost(item, timeZone, now);
    const comments = readComments(item.comments, this.#staffIds, timeZone, post.publishedAt);
    const featured = this.#featuredOf(item);
    const { body, sources, files, isAhead, notes: unmapped } = await this.#mapBody(item, featured);
    if (Buffer.byteLength(body) > maxBodyBytes) {
      report.refused.push({ line: item.line, text: `${nameOf(item)} (${bodyTooLarge})` });
      return undefined;
    }
    const missing = await this.#missingProducts(body);
    const outcome = isDryRun
      ? isKnown
        ? "updated"
        : "created"
      : await writePost(
          db,
          {
            ...post,
            title: post.title || titleFromText(body, post.publishedAt, timeZone),
            slug,
            address: routes.article(slug),
            body,
            comments,
            contentHash: isAhead ? hashes.ahead : hashes.whole,
            site: site.name,
            sourceId: site.sourceId(item.id),
            authorId: authors.get(item.creator) ?? null,
            mediaId: this.#pictureOf(featured)?.mediaId ?? null,
            parentSourceId: this.#parentOf(item),
            isComplete:
              [...sources].every((source) => typeof media.get(source) !== "string") &&
              [...files].every((source) => typeof oldFiles.get(source) !== "string"),
            oldPath:
              survey.posts.get(item.id)?.isPublic || item.status === "private" ? site.pathOf(item.link) : undefined,
            oldIdPath: movedIdKey("p", item.id),
            commentSource: (id) => site.sourceId(`comment:${id}`),
          },
          { isKnown, overwrites, timeZone },
        );
    for (const text of notes) report.notes.push({ line: item.line, text });
    // Unknown ones are counted by name.
    for (const { text, isUnknown } of faultsIn(body))
      if (!isUnknown) report.notes.push({ line: item.line, text: `${nameOf(item)}: ${printable(text)}` });
    media.noteLine(item.line, sources);
    for (const source of files) {
      const problem = oldFiles.get(source);
      if (typeof problem === "string")
        report.notes.push({ line: item.line, text: `the file ${printable(source)} stays where it is: ${problem}` });
    }
    this.#report([...unmapped, ...missing]);
    for (const name of searchFieldsOf(item)) report.searchFields.set(name, (report.searchFields.get(name) ?? 0) + 1);
    report.otherComments += item.comments.filter((comment) => !isComment(comment)).length;
    if (outcome === "created" || outcome === "updated") report.comments += comments.length;
    return outcome;
  }

  /** Maps a body; a second time if it has pictures or files, after they have been stored. */
  async #mapBody(item: ExportItem, featured: string | undefined): Promise<Mapped> {
    const mapped = this.#mapOnce(item.content);
    const sources = new Set([...mapped.sources, ...(featured === undefined ? [] : [featured])]);
    await this.#options.media.store([...sources]);
    await this.#options.files.store([...mapped.files]);
    const isFinal = mapped.sources.size === 0 && mapped.files.size === 0;
    return { ...(isFinal ? mapped : this.#mapOnce(item.content)), sources };
  }

  #mapOnce(content: string): Mapped {
    const { survey, media, files: oldFiles, forms, links, products, routes } = this.#options;
    const sources = new Set<string>();
    const files = new Set<string>();
    let isAhead = false;
    const notes: { kind: BodyNote; name: string }[] = [];
    const pictureAt = (source: string) => {
      sources.add(source);
      return this.#pictureOf(source);
    };
    const fileAt = (address: string) => {
      const source = oldFiles.sourceOf(address);
      if (source === undefined) return undefined;
      files.add(source);
      const stored = oldFiles.get(source);
      return typeof stored === "object" ? routes.media(stored.file) : undefined;
    };
    const context: BodyContext = {
      file: fileAt,
      form: (id, title) => {
        const own = forms.idOf(id, title);
        isAhead ||= own === undefined;
        return own;
      },
      picture: (address) => {
        const source = media.sourceOf(address);
        if (source !== undefined) return pictureAt(source);
        if (address !== "") notes.push({ kind: "picture", name: hostOf(address) });
        return undefined;
      },
      attachment: (id) => survey.attachments.get(id)?.url,
      link: (address) => {
        const source = media.sourceOf(address);
        if (source !== undefined) return pictureAt(source)?.src ?? source;
        const file = fileAt(address);
        if (file !== undefined) return file;
        if (isUpload(address)) notes.push({ kind: "file", name: address });
        return isUpload(address) ? address : links.rewrite(address);
      },
      reusableBlock: (id) => survey.reusableBlocks.get(id),
      product: (id) => {
        isAhead ||= !products.has(id);
        return products.get(id) ?? id;
      },
      productTerm: (id) => survey.terms.find((term) => term.id === id && term.taxonomy.startsWith("product_"))?.slug,
      note: (kind, name) => void notes.push({ kind, name }),
    };
    const body = mapBody(content, context);
    return { body, sources, files, notes, isAhead };
  }

  #pictureOf(source: string | undefined): BodyPicture | undefined {
    const picture = source === undefined ? undefined : this.#options.media.get(source);
    return typeof picture === "string" ? undefined : picture;
  }

  #featuredOf({ meta }: ExportItem): string | undefined {
    return this.#options.survey.attachments.get(meta.get("_thumbnail_id") ?? "")?.url || undefined;
  }

  #authorOf({ creator }: ExportItem): string {
    const author = this.#options.survey.authors.get(creator);
    return author ? authorName(author) : "";
  }

  /** Returns the `sourceId` of a page's parent; null if it has none, or pages are parents of each other in a circle. */
  #parentOf({ id, parent, type }: ExportItem): string | null {
    const { site, survey, slugs } = this.#options;
    if (type !== "page" || survey.posts.get(parent)?.type !== "page" || !slugs.has(parent)) return null;
    const seen = new Set([id]);
    for (let above = survey.posts.get(parent); above; above = survey.posts.get(above.parent)) {
      if (seen.has(above.id)) return null;
      seen.add(above.id);
    }
    return site.sourceId(parent);
  }
}

/** Where plugins keep the title and description of a post for search engines. */
const searchFields = ["_yoast_wpseo_title", "_yoast_wpseo_metadesc", "rank_math_title", "rank_math_description"];

/** Returns the names of such fields with a text of their own; one with "%" is a template, such as "%%title%%" or "%title%". */
function searchFieldsOf({ meta }: ExportItem): string[] {
  return searchFields.filter((name) => /\S/.test(meta.get(name) ?? "") && !/%\w+%/.test(meta.get(name) ?? ""));
}

/** Names a post or page in the report. */
export function nameOf({ type, id, title }: ExportItem): string {
  return `${type} ${id || "without id"} "${printable(title)}"`;
}

function hostOf(address: string): string {
  return (URL.canParse(address) && new URL(address).host) || "invalid addresses";
}

function isUpload(address: string): boolean {
  return /\/wp-content\/uploads\/[^?#]*\.\w+/.test(address);
}
