import { decodeHtml, escapeHtml } from "../../../contact/html-text.rules.ts";
import { hostedVideoOf, maxListed, maxText } from "../../blocks/block-attributes.ts";
import { isBlockName } from "../../blocks/block-kinds.ts";
import { isRecording } from "../../blocks/public-files.ts";
import type { BodyContext } from "./body-context.ts";

/** Shortcodes with content, which is part of what is mapped. */
const pairs = new Set(["caption", "wp_caption", "embed", "video", "audio"]);

const shortcode = /\[(\[?)([a-z][\w-]*)(?=[\s/\]])((?:[^[\]"']|"[^"]*"|'[^']*'){0,2000})\](\]?)/gi;

/**
 * Maps the shortcodes in HTML: captions become figures, and what names attachments names pictures of the shop. Unknown ones
 * stay and are noted. Double brackets stay too: they show a shortcode as text.
 */
export function mapShortcodes(html: string, context: BodyContext): string {
  if (!html.includes("[")) return html;
  const unclosed = new Set<string>();
  let mapped = "";
  let done = 0;
  for (const found of html.matchAll(shortcode)) {
    const [whole, before = "", written = "", attributeText = "", after = ""] = found;
    if (found.index < done || (before && after)) continue;
    const name = written.toLowerCase();
    const start = found.index + before.length;
    let end = found.index + whole.length - after.length;
    let content = "";
    const closing = `[/${written}]`;
    if (pairs.has(name) && !attributeText.trimEnd().endsWith("/") && !unclosed.has(closing)) {
      const closed = html.indexOf(closing, end);
      if (closed === -1) unclosed.add(closing);
      else {
        content = html.slice(end, closed);
        end = closed + closing.length;
      }
    }
    const original = html.slice(start, end);
    mapped += html.slice(done, start) + mapOne(name, shortcodeAttributes(attributeText), content, original, context);
    done = end;
  }
  return mapped + html.slice(done);
}

function mapOne(
  name: string,
  attributes: ReadonlyMap<string, string>,
  content: string,
  original: string,
  context: BodyContext,
): string {
  switch (name) {
    case "caption":
    case "wp_caption":
      return captioned(content, attributes.get("caption") ?? "", attributes.get("align") ?? "");
    case "gallery":
      return galleryShortcode(listOf(attributes.get("ids") ?? attributes.get("include") ?? ""), attributes, context);
    case "embed":
      return isUploadedMedia(content.trim()) ? mediaShortcode(content.trim(), context) : embedded(content.trim());
    case "video":
    case "audio":
      return mediaShortcode(mediaSource(attributes), context);
    case "contact-form-7":
      return formShortcode(attributes, original, context);
    default:
      if (!isBlockName(name)) context.note("shortcode", name);
      return productShortcodes.has(name) ? withOwnProducts(original, context) : original;
  }
}

/** Returns the shortcode of the shop's form; the old one if it has none. */
function formShortcode(attributes: ReadonlyMap<string, string>, original: string, context: BodyContext): string {
  const [id = "", title = ""] = [attributes.get("id"), attributes.get("title")];
  const own = context.form(id, title);
  if (own === undefined) context.note("form", title || id || "without id");
  return own === undefined ? original : `[contact-form-7 id="${own}"]`;
}

/** Shortcodes whose attributes `id` and `ids` name products. */
const productShortcodes = new Set(["product", "products", "add_to_cart"]);

/** Returns a shortcode with the ids that its products have in this shop. */
function withOwnProducts(original: string, context: BodyContext): string {
  return original.replace(
    /(\sids?\s*=\s*["']?)([\d\s,]+)/i,
    (_, before: string, ids: string) => before + ids.replace(/\d+/g, (id) => context.product(id)),
  );
}

/** Returns a figure with the picture of a caption shortcode, and its link if it has one. */
function captioned(content: string, attribute: string, alignment: string): string {
  const picture = /(?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?/i.exec(content);
  if (!picture) return content;
  const text = (attribute || content.slice(picture.index + picture[0].length)).trim();
  const figure = /^align(?:left|right|center)$/.test(alignment) ? `<figure class="${alignment}">` : "<figure>";
  return `\n\n${figure}${picture[0]}${text && `<figcaption>${text}</figcaption>`}</figure>\n\n`;
}

/** Returns galleries of the shop's pictures, with as many as fit into each; "" if none is available. @param ids of attachments */
export function galleryShortcode(
  ids: readonly string[],
  attributes: ReadonlyMap<string, string>,
  context: BodyContext,
): string {
  const pictures = ids.map((id) => context.picture(context.attachment(id) ?? ""));
  const mediaIds = pictures.flatMap((picture) => picture?.mediaId ?? []);
  if (ids.length === 0) context.note("shortcode", "gallery (without ids)");
  if (mediaIds.length === 0) return "";
  const columns = /^[1-9]$/.exec(attributes.get("columns") ?? "")?.[0];
  const galleries = Array.from({ length: Math.ceil(mediaIds.length / maxListed) }, (_, at) => {
    const shown = mediaIds.slice(at * maxListed, (at + 1) * maxListed);
    return `\n\n[gallery ids="${shown.join(",")}"${columns ? ` columns="${columns}"` : ""}]\n\n`;
  });
  return galleries.join("");
}

function embedded(address: string): string {
  return address === "" ? "" : embedShortcode(address);
}

/** Returns whether an address is of a video or sound in a WordPress site's uploads. */
export function isUploadedMedia(address: string): boolean {
  return /\/wp-content\/uploads\/[^\s?#]+\.(?:mp4|m4v|webm|ogv|mp3|m4a|ogg|wav)$/i.test(address);
}

/** @param address of a page with a video, or with several @param caption plain text */
export function embedShortcode(address: string, caption = ""): string {
  const plain = escapeHtml(decodeHtml(address));
  if (caption === "" || caption.length > maxText || !hostedVideoOf(decodeHtml(address)))
    return `\n\n[embed]${plain}[/embed]\n\n${caption && `<p>${escapeHtml(caption)}</p>`}`;
  // These would end the attribute or the shortcode.
  return `\n\n[video src="${plain}" caption="${escapeHtml(caption.replace(/"/g, "'").replace(/[[\]]/g, ""))}"]\n\n`;
}

/** Returns the shortcode of a video or sound; a link to a file that stays where it is. */
export function mediaShortcode(address: string, context: BodyContext): string {
  if (address === "") return "";
  if (isVideoSite(address)) return embedShortcode(address);
  const own = context.file(address);
  if (own !== undefined) return `\n\n[${isRecording(own) ? "audio" : "video"} src="${own}"]\n\n`;
  context.note("file", address);
  const plain = escapeHtml(decodeHtml(address));
  return `\n\n<p><a href="${plain}">${plain}</a></p>\n\n`;
}

/** Returns whether an address is of a page with a video that this shop can show. */
export function isVideoSite(address: string): boolean {
  return /^(?:https?:)?\/\/(?:[\w-]+\.)?(?:youtube\.com|youtube-nocookie\.com|youtu\.be|vimeo\.com)\//i.test(address);
}

function mediaSource(attributes: ReadonlyMap<string, string>): string {
  const names = ["src", "mp4", "webm", "m4v", "mp3", "ogv", "m4a", "ogg", "wav"];
  return names.map((name) => attributes.get(name) ?? "").find((source) => source !== "") ?? "";
}

function listOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((id) => /^\d+$/.test(id));
}

function shortcodeAttributes(text: string): ReadonlyMap<string, string> {
  const pattern = /([a-z][\w-]*)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/gi;
  return new Map(
    [...decodeHtml(text).matchAll(pattern)].map(([, name = "", double, single, bare]) => [
      name.toLowerCase(),
      double ?? single ?? bare ?? "",
    ]),
  );
}
