import { readMoment } from "../../catalogue/import/read/read-moment.ts";
import { plainTextOf } from "../../catalogue/sanitise.ts";
import { slugOf } from "../../catalogue/slug.ts";
import type { ArticleStatus } from "../article.ts";
import type { WantedTopic } from "../editing/set-topics.ts";
import type { ImportedArticle } from "../editing/write-article.ts";
import { type FileProblem, type FrontMatter, readFrontMatter } from "./front-matter.ts";
import { parseMarkdown } from "./markdown.ts";

/** The names that an article's front matter may have. */
const names = new Set([
  "title",
  "slug",
  "date",
  "author",
  "category",
  "tags",
  "excerpt",
  "image",
  "image_alt",
  "image_caption",
  "status",
  "format",
  "sticky",
  "comments",
  "parent",
]);

const statuses: readonly ArticleStatus[] = ["publish", "draft", "pending", "private", "trash"];

/** Post formats as WordPress has them, besides "standard". */
const formats = ["aside", "audio", "chat", "gallery", "image", "link", "quote", "status", "video"];

/** An article with the lines of what can only be checked later. */
export interface ReadArticle {
  article: Omit<ImportedArticle, "body">;
  /** Its text, which has to be sanitised. */
  html: string;
  /** Where it begins in the file. */
  bodyStart: number;
  /** Returns the line of the first of these names that the file has. */
  lineOf: (...names: string[]) => number;
}

/** Reads an article or page: front matter, then Markdown (files that end in .md) or HTML. @returns the problems, if any */
export function readArticle(
  text: string,
  { name: file, type, now }: { name: string; type: "post" | "page"; now: Date },
): ReadArticle | readonly FileProblem[] {
  const matter = readFrontMatter(text, names);
  if ("line" in matter) return [matter];
  const problems = [...matter.problems];
  const fields = fieldsOf(matter, problems);
  const title = fields.text("title");
  if (title === "") problems.push({ line: fields.lineOf("title"), text: "it has no title" });
  const article = {
    type,
    title,
    now,
    slug: fields.slug("slug", slugOf(title, "article")),
    publishedAt: fields.moment("date"),
    author: fields.text("author"),
    image: fields.text("image"),
    imageAlt: fields.text("image_alt"),
    imageCaption: fields.text("image_caption"),
    status: fields.oneOf("status", statuses) ?? "publish",
    format: fields.oneOf("format", [...formats, "standard"]),
    isSticky: fields.isYes("sticky") ?? false,
    commentsOpen: fields.isYes("comments"),
    parentSlug: fields.slug("parent", ""),
    excerpt: plainTextOf(fields.text("excerpt")),
    topics: [
      ...fields.list("category").map(categoryOf),
      ...fields.list("tags").map((name) => ({ kind: "tag" as const, slug: slugOf(name), name })),
    ],
  };
  if (article.parentSlug !== "" && type === "post")
    problems.push({ line: fields.lineOf("parent"), text: "only pages have a parent" });
  if (problems.length > 0) return problems;
  return {
    article: { ...article, format: article.format === "standard" ? null : (article.format ?? null) },
    html: file.endsWith(".md") ? parseMarkdown(matter.body) : matter.body,
    bodyStart: text.length - matter.body.length,
    lineOf: fields.lineOf,
  };
}

/** Returns readers of the values that add a problem for each one they cannot read. */
function fieldsOf({ values }: FrontMatter, problems: FileProblem[]) {
  const text = (name: string) => values.get(name)?.value ?? "";
  const lineOf = (...names: string[]) =>
    names.map((name) => values.get(name)?.line).find((line) => line !== undefined) ?? 1;
  const wrong = (name: string, reason: string): undefined => {
    problems.push({ line: lineOf(name), text: `"${text(name)}" is no ${reason}` });
  };
  const oneOf = <Value extends string>(name: string, allowed: readonly Value[]): Value | undefined => {
    if (text(name) === "") return undefined;
    const found = allowed.find((one) => one === text(name));
    return found ?? wrong(name, `${name}: use ${allowed.join(", ")}`);
  };
  return {
    text,
    lineOf,
    oneOf,
    list: (name: string) =>
      text(name)
        .split(",")
        .map((one) => one.trim())
        .filter((one) => one !== ""),
    isYes: (name: string) => {
      const answer = oneOf(name, ["yes", "no", "true", "false"]);
      return answer && (answer === "yes" || answer === "true");
    },
    moment: (name: string) => (text(name) === "" ? undefined : (readMoment(text(name)) ?? wrong(name, "date"))),
    slug: (name: string, fallback: string) => {
      const slug = text(name) || fallback;
      if (slug !== "" && slugOf(slug) !== slug) wrong(name, `slug; ${slugOf(slug)} is`);
      return slug;
    },
  };
}

/** Returns the category that "Health > Bones" names, with those above it. */
function categoryOf(path: string): WantedTopic {
  const [first = "", ...others] = path.split(">").map((name) => name.trim());
  const root: WantedTopic = { kind: "category", slug: slugOf(first), name: first };
  return others.reduce((parent, name): WantedTopic => ({ kind: "category", slug: slugOf(name), name, parent }), root);
}
