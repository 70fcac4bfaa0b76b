import { shownSize } from "../../../catalogue/pictures/picture.ts";
import { sanitiseRichText } from "../../../catalogue/sanitise.ts";
import { escapeHtml } from "../../../contact/html-text.rules.ts";
import { attributeOf, type HtmlToken, htmlTokens } from "../../../contact/template/html-tokens.rules.ts";
import type { BodyContext } from "./body-context.ts";
import { mapBlocks } from "./map-blocks.ts";
import { embedShortcode, isVideoSite, mediaShortcode } from "./map-shortcodes.ts";

/**
 * Turns the content of a WordPress post into a body of this shop: blocks and shortcodes that are known are mapped, links and
 * pictures of the old site become the shop's own, and the result is sanitised.
 */
export function mapBody(content: string, context: BodyContext): string {
  const html = mapElements(mapBlocks(content, context), context);
  // What is left of paragraphs and figures whose pictures are unavailable.
  return sanitiseRichText(html.replace(/<(p|figure)\b[^<>]*>\s*<\/\1>\n?/g, ""));
}

function mapElements(html: string, context: BodyContext): string {
  let mapped = "";
  /** A video whose end is awaited; its address is the first one in it. */
  let video: { name: string; address: string } | undefined;
  for (const token of htmlTokens(html)) {
    if (video) {
      if (token.name === "source" && video.address === "") video.address = attributeOf(token, "src");
      if (token.kind !== "close" || token.name !== video.name) continue;
      mapped += mediaShortcode(video.address, context);
      video = undefined;
    } else if (token.kind === "open" && (token.name === "video" || token.name === "audio")) {
      video = { name: token.name, address: attributeOf(token, "src") };
    } else mapped += token.kind === "open" ? mapElement(token, context) : token.text;
  }
  return mapped + (video ? mediaShortcode(video.address, context) : "");
}

function mapElement(token: HtmlToken, context: BodyContext): string {
  switch (token.name) {
    case "a": {
      const href = attributeOf(token, "href");
      return href === "" ? token.text : `<a href="${escapeHtml(context.link(href))}"${titleOf(token)}>`;
    }
    case "img": {
      const address = attributeOf(token, "src") || attributeOf(token, "data-src");
      const picture = context.picture(address);
      if (!picture) return "";
      const alt = escapeHtml(attributeOf(token, "alt"));
      const [alignment] = /\balign(?:left|right|center)\b/.exec(attributeOf(token, "class")) ?? [];
      const { width, height } = shownSize(picture, wantedWidth(token, address));
      return `<img src="${picture.src}" alt="${alt}"${alignment ? ` class="${alignment}"` : ""} width="${width}" height="${height}" loading="lazy" />`;
    }
    case "iframe": {
      const address = attributeOf(token, "src");
      if (isVideoSite(address)) return embedShortcode(pageOfVideo(address));
      context.note("frame", URL.canParse(address, "https://none") ? new URL(address, "https://none").host : "");
      return "";
    }
    default:
      return token.text;
  }
}

function titleOf(token: HtmlToken): string {
  const title = attributeOf(token, "title");
  return title && ` title="${escapeHtml(title)}"`;
}

/** Returns the width at which the old site showed a picture: of its element, or of the copy that it named ("tea-300x200.jpg"). */
function wantedWidth(token: HtmlToken, address: string): number {
  const [, copy = ""] = /-(\d{1,5})x\d{1,5}\.[a-z]+$/i.exec(address) ?? [];
  return Number(/^\d{1,5}$/.exec(attributeOf(token, "width"))?.[0] ?? copy);
}

/** Returns the page of a video whose player a frame shows, with its start and the key of an unlisted one. */
function pageOfVideo(address: string): string {
  const [, youtube, vimeo] = /\/embed\/([\w-]{11})|player\.vimeo\.com\/video\/(\d+)/.exec(address) ?? [];
  const [, start] = /[?&]start=(\d+)/.exec(address) ?? [];
  if (youtube) return `https://www.youtube.com/watch?v=${youtube}${start ? `&t=${start}s` : ""}`;
  const [, key] = /[?&]h=([\da-f]+)/.exec(address) ?? [];
  const [moment = ""] = /#t=[\dhms]+$/.exec(address) ?? [];
  return vimeo ? `https://vimeo.com/${vimeo}${key ? `/${key}` : ""}${moment}` : address;
}
