import sanitizeHtml from "sanitize-html";
import { type Picture, shownSize } from "./pictures/picture.ts";
import { decodeEntities } from "./plain-text.ts";

/** The URL prefix of the shop's own pictures; served by `routes.media`. */
const ownPictures = "/media/";

/** HTML that has not settled by then is used as it is: every pass makes it safe. */
const maxPasses = 5;

const cell = ["scope", "colspan", "rowspan", "headers", "abbr"];

const richTags = [
  "p",
  "div",
  "br",
  "hr",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "blockquote",
  "pre",
  "code",
  "kbd",
  "ul",
  "ol",
  "li",
  "dl",
  "dt",
  "dd",
  "a",
  "strong",
  "b",
  "em",
  "i",
  "u",
  "s",
  "del",
  "ins",
  "mark",
  "small",
  "sub",
  "sup",
  "abbr",
  "cite",
  "q",
  "time",
  "table",
  "caption",
  "colgroup",
  "col",
  "thead",
  "tbody",
  "tfoot",
  "tr",
  "th",
  "td",
  "figure",
  "figcaption",
  "img",
  "details",
  "summary",
];

/** What links to images state for the lightbox. Source: wire notes 19. */
const lightboxAttributes = [
  "data-elementor-lightbox-title",
  "data-elementor-lightbox-description",
  "data-elementor-open-lightbox",
];

const richAttributes: Record<string, string[]> = {
  a: ["href", "title", "rel", "hreflang", ...lightboxAttributes],
  img: ["src", "alt", "title", "width", "height", "loading", "decoding"],
  abbr: ["title"],
  time: ["datetime"],
  ol: ["start", "reversed"],
  details: ["open"],
  th: cell,
  td: cell,
  col: ["span"],
  colgroup: ["span"],
  "*": ["lang", "dir", "id"],
};

/** Where a picture is next to the text, as WordPress names it. */
const alignments = ["alignleft", "alignright", "aligncenter"];

const richText: sanitizeHtml.IOptions = {
  allowedTags: richTags,
  allowedAttributes: richAttributes,
  allowedClasses: { table: ["label-table", "label-table--*"], img: alignments, figure: alignments },
  allowedSchemes: ["http", "https", "mailto", "tel"],
  allowProtocolRelative: false,
  transformTags: { h1: "h2", a: linkElement },
  // Other sites' pictures would reveal the page's readers to them.
  exclusiveFilter: ({ tag, attribs }) => tag === "img" && !isOwnPicture(attribs.src ?? ""),
  enforceHtmlBoundary: false,
  nestingLimit: 40,
};

function isOwnPicture(src: string): boolean {
  return src.startsWith(ownPictures) && !src.includes("..") && !src.includes("\\");
}

/** Keeps `opener` and `referer` from other sites; makes the name of an anchor its id. */
function linkElement(tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const { rel: _rel, name, ...rest } = attribs;
  // Old pages name their anchors so.
  if (name !== undefined && rest.href === undefined) rest.id ??= name;
  const isForeign = /^\s*https?:/i.test(attribs.href ?? "");
  return { tagName, attribs: isForeign ? { ...rest, rel: "noopener noreferrer" } : rest };
}

/**
 * Sanitises HTML for use in a page: keeps text, lists, tables, links and own pictures; removes scripts, styles, forms
 * and frames. Idempotent.
 */
export function sanitiseRichText(html: string): string {
  return withTextIds(settled(withoutLineEndEscapes(html), richText));
}

/** A backslash at the end of a line would look like the file format's own line break. */
function withoutLineEndEscapes(html: string): string {
  return html.replace(/\\(?=\n)/g, "\\ ");
}

/**
 * Sanitises HTML as `sanitiseRichText` does, and puts pictures of the shop in the place of those with other addresses.
 * @param place returns the picture for an address as it is written; undefined: an `img` is left out, a link stays as it is. It is
 *   asked about links to pictures too.
 */
export function sanitiseWithPictures(
  html: string,
  place: (address: string, isLink: boolean) => Pick<Picture, "file" | "width" | "height"> | undefined,
): string {
  const placed = (address: string | undefined, isLink: boolean) =>
    address === undefined || address === "" || isOwnPicture(address) ? undefined : place(address, isLink);
  const image = (tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag => {
    const picture = placed(attribs.src, false);
    if (!picture) return { tagName, attribs };
    const { width, height } = shownSize(picture, Number(/^\d{1,5}$/.exec(attribs.width ?? "")?.[0] ?? 0));
    const shown = { src: ownPictures + picture.file, width: String(width), height: String(height) };
    return { tagName, attribs: { ...attribs, ...shown, loading: attribs.loading ?? "lazy" } };
  };
  const link = (tagName: string, attribs: sanitizeHtml.Attributes): sanitizeHtml.Tag => {
    const picture = isPictureAddress(attribs.href) ? placed(attribs.href, true) : undefined;
    return linkElement(tagName, picture ? { ...attribs, href: ownPictures + picture.file } : attribs);
  };
  const transformTags = { ...richText.transformTags, img: image, a: link };
  return withTextIds(settled(withoutLineEndEscapes(html), { ...richText, transformTags }));
}

function isPictureAddress(address = ""): boolean {
  return /\.(?:jpe?g|png|webp|avif|gif)$/i.test(address);
}

/** Begins all ids in rich text, so that none is one of the page's own, or the name of a variable that scripts read. */
const textId = "text-";

/** Gives the ids in sanitised HTML, and the links to them, the prefix `textId`; removes malformed and repeated ids. */
function withTextIds(html: string): string {
  if (!html.includes(' id="')) return html;
  const ids = new Set<string>();
  const marked = html.replace(/<[a-z][^<>]*>/g, (tag) =>
    tag.replace(/ id="([^"]*)"/, (_, id: string) => {
      const own = id.startsWith(textId) ? id : textId + id;
      if (!/^[\p{L}\p{M}\p{N}_.:-]{1,100}$/u.test(own) || ids.has(own)) return "";
      ids.add(own);
      return ` id="${own}"`;
    }),
  );
  return marked.replace(/(<a [^<>]*?\bhref="#)([^"]+)(?=")/g, (link, before: string, part: string) =>
    !part.startsWith(textId) && ids.has(textId + decodedPart(part)) ? before + textId + part : link,
  );
}

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Allows what the template of a contact form needs besides rich text. Its controls are not part of the HTML. */
const formText: sanitizeHtml.IOptions = {
  ...richText,
  allowedTags: [...richTags, "label", "fieldset", "legend", "span", "section"],
  allowedAttributes: { ...richAttributes, label: ["for"], "*": ["lang", "dir", "class"] },
  allowedClasses: {},
};

/** Sanitises the HTML of a contact form's template, as `sanitiseRichText` does; also keeps labels, field sets and classes. */
export function sanitiseFormText(html: string): string {
  return settled(html, formText);
}

function settled(html: string, options: sanitizeHtml.IOptions): string {
  if (html === "") return "";
  let clean = withoutNulls(html).trim();
  // Overlapping tags can take another pass, because removed parts may have separated others.
  for (let turn = 0; turn < maxPasses; turn += 1) {
    const before = clean;
    clean = sanitizeHtml(before, options).trim();
    if (clean === before) return clean;
  }
  return clean;
}

/** PostgreSQL stores none, and browsers replace them. */
function withoutNulls(html: string): string {
  return html.replaceAll("\0", "");
}

/** Converts HTML to plain text, without tags and entities. */
export function plainTextOf(html: string): string {
  const plain = withoutNulls(html);
  // Most names and lines have neither tags nor entities.
  const text = /[<&]/.test(plain)
    ? decodeEntities(sanitizeHtml(plain, { allowedTags: [], allowedAttributes: {} }))
    : plain;
  return text.replace(/\s+/g, " ").trim();
}
