import { parseBody } from "../content/blocks/parse-body.ts";
import { type FileProblem, readFrontMatter } from "../content/front-matter.ts";
import { markdownToHtml } from "../content/markdown.ts";
import type { Newsletter } from "./campaigns.ts";

const names = new Set(["subject"]);

/** Longest subject (characters). */
const maxSubject = 200;

/** Reads a newsletter: front matter with a subject, then Markdown. @returns the problems, if any */
export function readNewsletter(text: string, name: string): Newsletter | readonly FileProblem[] {
  const matter = readFrontMatter(text, names);
  if (!matter) return [{ line: 1, text: "it does not start with front matter" }];
  const problems = [...matter.problems];
  const { value: subject = "", line = 1 } = matter.values.get("subject") ?? {};
  if (subject === "") problems.push({ line, text: "it has no subject" });
  if (subject.length > maxSubject) problems.push({ line, text: `its subject is longer than ${maxSubject} characters` });
  if (matter.body.trim() === "") problems.push({ line: 1, text: "it has no text" });
  if (text.includes("\0")) problems.push({ line: 1, text: "it is not a text file" });
  const { parts, problems: others } = parseBody(markdownToHtml(matter.body));
  for (const { source } of [...parts.filter((part) => typeof part !== "string"), ...others])
    problems.push({ line: 1, text: `mails show no blocks: ${source}` });
  return problems.length > 0 ? problems : { name, subject, body: matter.body };
}
