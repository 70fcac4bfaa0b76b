import { parseBody } from "../content/blocks/parse-body.ts";
import { type FileProblem, readFrontMatter } from "../content/import/front-matter.ts";
import { markdownToHtml } from "../content/import/markdown.ts";
import type { Newsletter } from "./campaigns.ts";
import { type NewsletterKind, newsletterKinds } from "./preferences.ts";

const names = new Set(["subject", "kind"]);

/** Longest subject (characters). */
const maxSubject = 200;

/** Reads a newsletter: front matter with a subject and perhaps a kind, then Markdown. @returns the problems, if any */
export function readNewsletter(text: string, name: string): Newsletter | readonly FileProblem[] {
  const matter = readFrontMatter(text, names);
  if ("line" in matter) return [matter];
  const problems = [...matter.problems];
  const { value: subject = "", line = 1 } = matter.values.get("subject") ?? {};
  if (subject === "") problems.push({ line, text: "it has no subject" });
  if (subject.length > maxSubject) problems.push({ line, text: `its subject is longer than ${maxSubject} characters` });
  const { value: kind = "news", line: kindLine = 1 } = matter.values.get("kind") ?? {};
  if (!isKind(kind)) problems.push({ line: kindLine, text: `its kind is not one of ${newsletterKinds.join(", ")}` });
  if (matter.body.trim() === "") problems.push({ line: 1, text: "it has no text" });
  if (text.includes("\0")) problems.push({ line: 1, text: "it is not a text file" });
  const html = markdownToHtml(matter.body);
  for (const picture of lostPictures(matter.body, html))
    problems.push({ line: lineOf(text, picture), text: `the picture ${picture} is not shown: use one below /media/` });
  const { parts, problems: others } = parseBody(html);
  for (const { source } of [...parts.filter((part) => typeof part !== "string"), ...others])
    problems.push({ line: 1, text: `mails show no blocks: ${source}` });
  return problems.length > 0 || !isKind(kind) ? problems : { name, subject, kind, body: matter.body };
}

const pictures = /!\[[^\]]*\]\(\s*<?([^)\s>]+)|<img[^>]*\ssrc=["']?([^"'\s>]+)/gi;

/** Returns the addresses of pictures in Markdown that its HTML leaves out. */
function lostPictures(body: string, html: string): string[] {
  const named = [...body.matchAll(pictures)].map(([, markdown, tag]) => markdown ?? tag ?? "");
  return named.filter((address) => !html.includes(address.replaceAll("&", "&amp;")));
}

function lineOf(text: string, part: string): number {
  return text.slice(0, text.indexOf(part)).split("\n").length;
}

function isKind(text: string): text is NewsletterKind {
  return newsletterKinds.some((kind) => kind === text);
}
