import { plainTextOf } from "../../../catalogue/sanitise.ts";
import { escapeHtml } from "../../../contact/html-text.rules.ts";
import { attributeOf, type HtmlToken, htmlTokens } from "../../../contact/template/html-tokens.rules.ts";
import { exportMoment } from "./export-dates.ts";
import type { ExportComment } from "./export-records.ts";

/** A comment as this shop keeps it. */
export interface ReadComment {
  id: string;
  /** Id of the comment that it answers; null for none. */
  parentId: string | null;
  /** Id of the comment that its thread starts with; null for that comment. */
  threadId: string | null;
  /** 0 for the first comment of a thread. */
  level: number;
  author: string;
  email: string;
  body: string;
  status: "approved" | "held" | "spam" | "trash";
  isStaff: boolean;
  createdAt: Date;
}

/** The longest thread; deeper answers go to the last level, as WordPress shows them. */
const maxLevel = 10;

/** WordPress's limits in characters. */
const maxAuthor = 245;
const maxEmail = 100;
const maxBody = 65_525;

const statuses: Readonly<Record<string, ReadComment["status"]>> = {
  "0": "held",
  "1": "approved",
  approve: "approved",
  hold: "held",
  spam: "spam",
  trash: "trash",
  "post-trashed": "trash",
};

/** Returns whether it is a comment, not a ping, an order's note or a review. */
export function isComment({ type, id, content }: ExportComment): boolean {
  return (type === "" || type === "comment") && /^[1-9]\d{0,18}$/.test(id) && content.trim() !== "";
}

/**
 * Reads the comments of an item, parents first. Answers to comments that are missing, or to each other in a circle, start
 * threads of their own.
 * @param staffIds of the site's authors
 */
export function readComments(
  comments: readonly ExportComment[],
  staffIds: ReadonlySet<string>,
  timeZone: string,
  fallback: Date,
): ReadComment[] {
  const byId = new Map(comments.filter(isComment).map((comment) => [comment.id, comment]));
  const read = new Map<string, ReadComment>();
  for (const first of byId.values()) {
    // From the comment up to one that is already read, or to the start of its thread.
    const chain: ExportComment[] = [];
    const seen = new Set<string>();
    for (let one: ExportComment | undefined = first; one && !read.has(one.id) && !seen.has(one.id); ) {
      seen.add(one.id);
      chain.push(one);
      one = byId.get(one.parent);
    }
    for (const one of chain.reverse()) read.set(one.id, readOne(one, read, staffIds, timeZone, fallback));
  }
  return [...read.values()].toSorted((a, b) => a.level - b.level);
}

function readOne(
  comment: ExportComment,
  read: ReadonlyMap<string, ReadComment>,
  staffIds: ReadonlySet<string>,
  timeZone: string,
  fallback: Date,
): ReadComment {
  let parent = read.get(comment.parent);
  if (parent && parent.level >= maxLevel - 1) parent = read.get(parent.parentId ?? "");
  return {
    id: comment.id,
    parentId: parent?.id ?? null,
    threadId: parent ? (parent.threadId ?? parent.id) : null,
    level: parent ? parent.level + 1 : 0,
    author: plainTextOf(comment.author).slice(0, maxAuthor) || "Anonymous",
    email: /^[^\s@]+@[^\s@]+$/.test(comment.email) && comment.email.length <= maxEmail ? comment.email : "",
    body: commentText(comment.content).slice(0, maxBody),
    status: statuses[comment.approved] ?? "held",
    isStaff: staffIds.has(comment.userId),
    createdAt: exportMoment(comment.dateGmt, comment.date, timeZone) ?? fallback,
  };
}

/** Returns a comment as plain text, with its line ends, and the addresses of its links in brackets behind their texts. */
function commentText(html: string): string {
  return withLinkAddresses(html)
    .replace(/\r\n?/g, "\n")
    .replace(/<br\s*\/?>\n?/gi, "\n")
    .replace(/<\/(?:p|div|li|blockquote|pre)>/gi, "\n\n")
    .split("\n")
    .map((line) => plainTextOf(line))
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** Writes the address of each link behind its text, or in its place if the text says nothing else. */
function withLinkAddresses(html: string): string {
  let written = "";
  let link: { address: string; text: string } | undefined;
  const end = () => {
    if (link) written += textOfLink(link);
    link = undefined;
  };
  for (const token of htmlTokens(html)) {
    if (token.name === "a") {
      end();
      if (token.kind === "open") link = { address: linkedAddress(token), text: "" };
    } else if (link) link.text += token.text;
    else written += token.text;
  }
  end();
  return written;
}

function textOfLink({ address, text }: { address: string; text: string }): string {
  if (address === "") return text;
  const shown = plainTextOf(text);
  const isAddress = shown === "" || bareAddress(shown) === bareAddress(address);
  return isAddress ? escapeHtml(address) : `${text} (${escapeHtml(address)})`;
}

/** Returns the address of a link to a page, written so that it can stand in brackets; "" for others, such as scripts. */
function linkedAddress(token: HtmlToken): string {
  const address = attributeOf(token, "href");
  if (!/^(?:https?:\/)?\/./i.test(address)) return "";
  return address.replace(/\s/g, encodeURIComponent).replaceAll("(", "%28").replaceAll(")", "%29");
}

/** Returns what two spellings of an address have in common. */
function bareAddress(address: string): string {
  return address.replace(/^(?:https?:\/\/)?(?:www\.)?|\/$/gi, "").toLowerCase();
}
