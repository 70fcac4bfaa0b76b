import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = new URL("../..", import.meta.url).pathname;
const documents = [
  ...readdirSync(root),
  ...readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).map((name) => `docs/${name}`),
].filter((name) => name.endsWith(".md"));
const read = (path: string) => readFileSync(join(root, path), "utf8");
/** Indented and fenced lines are examples. */
const withoutExamples = (text: string) => text.replace(/^```.*?^```/gms, "").replace(/^(?: {4}|\t).*$/gm, "");

/** Returns the ids that headings get, as GitHub makes them. */
function headingIds(text: string): string[] {
  return [...withoutExamples(text).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\- _]/gu, "")
      .replaceAll(" ", "-"),
  );
}

/** Returns the links of a document to files and headings that do not exist. */
function deadLinks(document: string): string[] {
  const text = withoutExamples(read(document)).replace(/`[^`\n]*`/g, "");
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = "", id] = link.split("#", 2);
    const target = path === "" ? document : join(dirname(document), path);
    if (!existsSync(join(root, target))) return true;
    return id !== undefined && target.endsWith(".md") && !headingIds(read(target)).includes(id);
  });
}

test("every link in the documents leads to a file or heading that exists", () => {
  expect(documents).toContain("docs/operations.md");
  expect(documents.flatMap((document) => deadLinks(document).map((link) => `${document}: ${link}`))).toEqual([]);
});

test("the handbook's contents name every section", () => {
  const handbook = read("docs/operations.md");
  const contents = handbook.slice(0, handbook.indexOf("\n## "));
  const sections = headingIds(handbook.replace(/^#{3,} .*$/gm, "")).slice(1);
  expect(sections.filter((id) => !contents.includes(`(#${id})`))).toEqual([]);
});
