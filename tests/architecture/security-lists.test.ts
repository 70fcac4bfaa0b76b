import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
const exists = (path: string) => existsSync(new URL(`../../${path}`, import.meta.url));

const lists = ["docs/security/asvs.md", "docs/security/advisories.md"];

/** The number of clauses of levels 1 and 2 in each section; those of level 3 come after them. */
const clausesIn: Readonly<Record<string, number>> = {
  "1.1": 2,
  "1.2": 9,
  "1.3": 11,
  "1.4": 3,
  "1.5": 2,
  "2.1": 3,
  "2.2": 3,
  "2.3": 4,
  "2.4": 1,
  "3.2": 2,
  "3.3": 4,
  "3.4": 6,
  "3.5": 5,
  "3.7": 2,
  "4.1": 3,
  "4.2": 1,
  "4.3": 2,
  "4.4": 4,
  "5.1": 1,
  "5.2": 3,
  "5.3": 2,
  "5.4": 3,
  "6.1": 3,
  "6.2": 12,
  "6.3": 4,
  "6.4": 4,
  "6.5": 5,
  "6.6": 3,
  "6.8": 4,
  "7.1": 3,
  "7.2": 4,
  "7.3": 2,
  "7.4": 5,
  "7.5": 2,
  "7.6": 2,
  "8.1": 2,
  "8.2": 3,
  "8.3": 1,
  "8.4": 1,
  "9.1": 3,
  "9.2": 4,
  "11.1": 2,
  "11.2": 3,
  "11.3": 3,
  "11.4": 4,
  "11.5": 1,
  "11.6": 1,
  "12.1": 3,
  "12.2": 2,
  "12.3": 4,
  "13.1": 1,
  "13.2": 5,
  "13.3": 2,
  "13.4": 5,
  "14.1": 2,
  "14.2": 4,
  "14.3": 3,
  "15.1": 3,
  "15.2": 3,
  "15.3": 7,
  "16.1": 1,
  "16.2": 5,
  "16.3": 4,
  "16.4": 3,
  "16.5": 3,
};

const rowsOf = (list: string) =>
  read(list)
    .split("\n")
    .filter((line) => line.startsWith("| ") && !/^\| (?:clauses|kind|---)/.test(line))
    .map((line) => line.split("|").map((cell) => cell.trim()));

describe.each(lists)("%s", (list) => {
  test("names only files and tests that exist", () => {
    const wrong: string[] = [];
    for (const [, path = "", , title] of read(list).matchAll(
      /`((?:src|tests|docs)\/[^`]+)`(: "(.+?)"(?=<br>| +\||$))?/gm,
    )) {
      if (!exists(path)) wrong.push(path);
      else if (title !== undefined && !read(path).includes(title.replaceAll("\\_", "_")))
        wrong.push(`${path}: ${title}`);
    }
    expect(wrong).toEqual([]);
  });

  test("names a file or test in each row that claims protection", () => {
    const claims = rowsOf(list).filter((cells) => cells.includes("met") || cells.includes("prevented"));
    expect(claims.length).toBeGreaterThan(10);
    expect(claims.filter((cells) => !/`(?:src|tests|docs)\//.test(cells.join())).map(([, first]) => first)).toEqual([]);
  });
});

test("every ASVS clause of levels 1 and 2 has one row, except those of OAuth and WebRTC", () => {
  const all = Object.entries(clausesIn).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  );
  const listed = rowsOf("docs/security/asvs.md").flatMap(([, clauses = ""]) => clauses.split(", "));
  expect([...listed].sort()).toEqual([...all].sort());
});
