import { plainTextOf } from "../../../catalogue/sanitise.ts";
import { addParagraphs } from "./add-paragraphs.ts";
import type { BodyContext } from "./body-context.ts";
import {
  embedShortcode,
  galleryShortcode,
  isUploadedMedia,
  isVideoSite,
  mapShortcodes,
  mediaShortcode,
} from "./map-shortcodes.ts";

interface Block {
  name: string;
  attributes: Readonly<Record<string, unknown>>;
  /** The ids of pictures in it. */
  pictureIds: string[];
  html: string;
}

/** How deep blocks may be nested, and reusable blocks in each other; what is deeper loses its markup, not its text. */
const maxDepth = 40;
const maxReuse = 3;

/** Blocks whose HTML says all. */
const plain = new Set(
  (
    "paragraph heading list list-item quote pullquote image table separator columns column group buttons button cover media-text " +
    "code preformatted verse html spacer details more nextpage missing footnotes text-columns subhead file audio video accordion contact-form-7/contact-form-selector"
  ).split(" "),
);

const delimiter = /^<!--\s+(\/?)wp:([a-z][a-z0-9_-]*(?:\/[a-z][a-z0-9_-]*)?)\s+(\{[\s\S]*\}\s+)?(\/?)-->$/;

/** Maps block markup, and the text outside of blocks as WordPress's classic editor wrote it. Shortcodes are mapped too. */
export function mapBlocks(content: string, context: BodyContext, reuse = 0): string {
  const open: Block[] = [];
  let top = "";
  const write = (html: string) => {
    const block = open.at(-1);
    if (block) block.html += html;
    else top += html;
  };
  const writeText = (text: string) =>
    write(open.length === 0 ? addParagraphs(embedLines(mapShortcodes(text, context), context)) : text);
  const close = (block: Block) => {
    const inner = open.at(-1);
    if (inner?.name === "gallery") inner.pictureIds.push(...block.pictureIds);
    write(mapBlock(block, context, reuse));
  };
  for (const { text, block } of partsOf(content)) {
    if (!block) writeText(text);
    else if (block.isEnd) {
      if (!open.some(({ name }) => name === block.name)) continue;
      for (let closed = open.pop(); closed; closed = open.pop()) {
        close(closed);
        if (closed.name === block.name) break;
      }
    } else {
      const begun = { ...block, pictureIds: block.name === "image" ? idsIn(block.attributes.id) : [], html: "" };
      if (block.isVoid) close(begun);
      else if (open.length < maxDepth) open.push(begun);
    }
  }
  for (let unclosed = open.pop(); unclosed; unclosed = open.pop()) close(unclosed);
  return top;
}

interface Part {
  text: string;
  /** undefined: text between the delimiters of blocks. */
  block?: { name: string; attributes: Block["attributes"]; isEnd: boolean; isVoid: boolean };
}

/** Splits a content at the delimiters of blocks, in linear time. */
function* partsOf(content: string): Generator<Part> {
  let done = 0;
  let start = content.indexOf("<!--");
  while (start !== -1) {
    const end = content.indexOf("-->", start);
    if (end === -1) break;
    const found = delimiter.exec(content.slice(start, end + 3));
    if (found) {
      const [, slash, name = "", attributes = "", isVoid] = found;
      if (start > done) yield { text: content.slice(done, start) };
      done = end + 3;
      const block = {
        name: name.replace(/^core\//, ""),
        attributes: readAttributes(attributes),
        isEnd: slash === "/",
        isVoid: isVoid === "/",
      };
      yield { text: "", block };
    }
    start = content.indexOf("<!--", end + 3);
  }
  if (done < content.length) yield { text: content.slice(done) };
}

function readAttributes(json: string): Block["attributes"] {
  try {
    const value: unknown = JSON.parse(json || "{}");
    return typeof value === "object" && value !== null ? (value as Block["attributes"]) : {};
  } catch {
    // As in WordPress, a block whose attributes are broken has none.
    return {};
  }
}

function mapBlock(block: Block, context: BodyContext, reuse: number): string {
  const { name, attributes, html } = block;
  if (name.startsWith("core-embed/") || name === "embed") return embed(block, context);
  if (name.startsWith("woocommerce/")) return productBlock(block, context);
  switch (name) {
    case "freeform":
      return addParagraphs(embedLines(mapShortcodes(html, context), context));
    case "shortcode":
      return `\n\n${mapShortcodes(html.trim(), context)}\n\n`;
    case "gallery": {
      const ids = [...idsIn(attributes.ids), ...block.pictureIds];
      if (ids.length === 0) return html;
      return galleryShortcode(ids, new Map([["columns", idsIn(attributes.columns)[0] ?? ""]]), context);
    }
    case "block": {
      const shared = reuse < maxReuse ? context.reusableBlock(idsIn(attributes.ref)[0] ?? "") : undefined;
      if (shared === undefined) context.note("block", "core/block");
      return shared === undefined ? "" : mapBlocks(shared, context, reuse + 1);
    }
    default:
      if (!plain.has(name)) context.note("block", name.includes("/") ? name : `core/${name}`);
      return mapShortcodes(html, context);
  }
}

/** Returns a video's shortcode with its caption; other embedded pages become links. */
function embed({ attributes, html }: Block, context: BodyContext): string {
  const address = typeof attributes.url === "string" ? attributes.url : "";
  const caption = /<figcaption\b[^>]*>([\s\S]*?)<\/figcaption>/i.exec(html)?.[1] ?? "";
  if (isVideoSite(address)) return embedShortcode(address, plainTextOf(caption));
  context.note("frame", URL.canParse(address) ? new URL(address).host : "embed");
  return html;
}

/** Puts an address alone on a line, which WordPress embeds, into the shortcode that says so. */
function embedLines(text: string, context: BodyContext): string {
  return text.replace(/^[^\S\n]*(https?:\/\/[^\s<>"[\]]+)[^\S\n]*$/gim, (line, address: string) =>
    isVideoSite(address) ? embedShortcode(address) : isUploadedMedia(address) ? mediaShortcode(address, context) : line,
  );
}

/** Returns the shortcode that shows what a block of WooCommerce shows. */
function productBlock({ name, attributes, html }: Block, context: BodyContext): string {
  const query = (attributes.query ?? {}) as Readonly<Record<string, unknown>>;
  const limit = Number(attributes.limit ?? query.perPage ?? Number(attributes.rows) * Number(attributes.columns));
  const size = [
    Number.isInteger(limit) && limit > 0 ? ` limit="${Math.min(limit, 48)}"` : "",
    /^[1-9]$/.test(String(attributes.columns)) ? ` columns="${String(attributes.columns)}"` : "",
  ].join("");
  const shortcode = (text: string) => `\n\n[${text}]\n\n`;
  const byIds = (ids: readonly string[]) =>
    ids.length > 0 ? shortcode(`products ids="${ids.map(context.product).join(",")}"${size}`) : "";
  switch (name.slice("woocommerce/".length)) {
    case "handpicked-products":
      return byIds(idsIn(attributes.products));
    case "single-product": {
      const [id] = idsIn(attributes.productId);
      return id === undefined ? "" : shortcode(`product id="${context.product(id)}"`);
    }
    case "product-category":
    case "product-tag": {
      const ids = [...idsIn(attributes.categories), ...idsIn(attributes.tags)];
      const slugs = ids.flatMap((id) => context.productTerm(id) ?? []).map((slug) => slug.replace(/["[\]]/g, ""));
      const kind = name.endsWith("tag") ? "tag" : "category";
      return slugs.length > 0 ? shortcode(`products ${kind}="${slugs.join(",")}"${size}`) : "";
    }
    case "product-best-sellers":
      return shortcode(`best_selling_products${size}`);
    case "product-new":
      return shortcode(`recent_products${size}`);
    case "product-on-sale":
      return shortcode(`sale_products${size}`);
    case "product-top-rated":
      return shortcode(`top_rated_products${size}`);
    case "all-products":
      return shortcode(`products${size}`);
    case "product-collection": {
      const picked = byIds(idsIn(query.woocommerceHandPickedProducts));
      return picked || shortcode(`${query.woocommerceOnSale === true ? "sale_products" : "products"}${size}`);
    }
    default:
      context.note("block", name);
      return html;
  }
}

function idsIn(value: unknown): string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.map(String).filter((id) => /^[1-9]\d{0,15}$/.test(id));
}
