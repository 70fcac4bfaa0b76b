import { formatCount } from "#platform/format-count.ts";
import type { BodyNote } from "./body/body-context.ts";
import type { PostOutcome } from "./write/write-post.ts";

/** What an import did, or would do. */
export interface WordpressReport {
  posts: Record<PostOutcome, number>;
  pages: Record<PostOutcome, number>;
  /** Categories and tags that were added. */
  topics: number;
  authors: number;
  /** Comments of the written posts and pages. */
  comments: number;
  /** Pictures that were added. */
  pictures: number;
  /** Videos, sounds and documents that were added. */
  files: number;
  /** Slugs of the menus in the file. */
  menus: string[];
  /** Places whose menu was replaced. */
  changedMenus: string[];
  /** Left out, with the line in the file. */
  refused: { line: number; text: string }[];
  /** Imported differently from the file, or without a part. */
  notes: { line: number; text: string }[];
  /** What was not mapped, by kind and name: how often. */
  unmapped: Record<BodyNote, Map<string, number>>;
  /** Fields of plugins for search engines, by name: how many posts and pages have them. */
  searchFields: Map<string, number>;
  /** Items that are not imported, by type: how many. */
  others: ReadonlyMap<string, number>;
  /** Pings and reviews among the comments. */
  otherComments: number;
}

export function emptyWordpressReport(): WordpressReport {
  const outcomes = () => ({ created: 0, updated: 0, unchanged: 0, "changed here": 0, "removed here": 0 });
  return {
    posts: outcomes(),
    pages: outcomes(),
    topics: 0,
    authors: 0,
    comments: 0,
    pictures: 0,
    files: 0,
    menus: [],
    changedMenus: [],
    refused: [],
    notes: [],
    unmapped: {
      form: new Map(),
      product: new Map(),
      shortcode: new Map(),
      block: new Map(),
      frame: new Map(),
      picture: new Map(),
      file: new Map(),
    },
    searchFields: new Map(),
    others: new Map(),
    otherComments: 0,
  };
}

/** What the lists of `unmapped` mean. */
const unmappedTexts: Readonly<Record<BodyNote, string>> = {
  form: "forms that the shop does not have: add them with the same titles, then import this file again",
  product: "products, categories and tags that the shop does not have: import them, then import this file again",
  shortcode: "shortcodes that the shop does not know, kept as text",
  block: "blocks that the shop does not know, kept without their effect",
  frame: "embedded pages of other sites, left out",
  picture: "pictures of other sites, left out",
  file: "files that stay on the old site, linked",
};

/** Returns the report as lines of text, with at most `maxRows` of each list. */
export function wordpressReportLines(report: WordpressReport, isDryRun: boolean, maxRows = 200): string[] {
  const { posts, pages, topics, authors, comments, pictures, menus, refused, notes, unmapped, others } = report;
  const byLine = (rows: WordpressReport["notes"], before: string) => [
    ...rows
      .toSorted((a, b) => a.line - b.line)
      .slice(0, maxRows)
      .map(({ line, text }) => `line ${line}: ${before}${text}`),
    ...(rows.length > maxRows ? [`... and ${rows.length - maxRows} more`] : []),
  ];
  const listed = (names: ReadonlyMap<string, number>) =>
    [...names]
      .toSorted(([, a], [, b]) => b - a)
      .slice(0, maxRows)
      .map(([name, count]) => `${printable(name)} (${count})`)
      .join(", ");
  const unmenued = menus.filter((menu) => menu !== "");
  return [
    ...(isDryRun ? ["A dry run: nothing is written."] : []),
    `posts: ${outcomeLine(posts)}`,
    `pages: ${outcomeLine(pages)}`,
    [
      `${formatCount(topics, "category or tag", "categories and tags")} added`,
      `${formatCount(authors, "author")} added`,
      `${formatCount(comments, "comment")} on new and changed posts and pages`,
    ].join(", "),
    `${formatCount(pictures, "picture")} ${isDryRun ? "to fetch" : "added"}`,
    ...(report.files > 0
      ? [
          `${formatCount(report.files, "video, sound or document", "videos, sounds and documents")} ${isDryRun ? "to fetch" : "added"}`,
        ]
      : []),
    ...report.changedMenus.map((place) => `the menu "${place}" ${isDryRun ? "would be" : "was"} replaced`),
    ...byLine(refused, "left out: "),
    ...byLine(notes, ""),
    ...Object.entries(unmappedTexts).flatMap(([kind, text]) => {
      const names = unmapped[kind as BodyNote];
      return names.size > 0 ? [`${text}: ${listed(names)}`] : [];
    }),
    ...(report.otherComments > 0
      ? [
          `${formatCount(report.otherComments, "ping, review or empty comment is", "pings, reviews and empty comments are")} not imported`,
        ]
      : []),
    ...(report.searchFields.size > 0
      ? [`titles and descriptions for search engines, not imported: ${listed(report.searchFields)}`]
      : []),
    ...(others.size > 0 ? [`not imported: ${listed(others)}`] : []),
    ...(others.has("product") ? ["Products come by a CSV file: npm run shop -- import products FILE"] : []),
    ...(unmenued.length > 0 && report.changedMenus.length === 0
      ? [
          `menus in the file: ${unmenued.map(printable).join(", ")}; to use one: --menus primary=${printable(unmenued[0] ?? "")}`,
        ]
      : []),
  ];
}

function outcomeLine(counts: WordpressReport["posts"]): string {
  const { created, updated, unchanged } = counts;
  const kept = (["changed here", "removed here"] as const)
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => `, ${counts[outcome]} ${outcome} since and left alone`);
  return `${created} new, ${updated} changed, ${unchanged} unchanged${kept.join("")}`;
}

/** Shortens a text from the file and removes what could change how a terminal shows the rest. */
export function printable(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ");
  return plain.length > 120 ? `${plain.slice(0, 119)}…` : plain;
}
