import { beforeAll, expect, test } from "vitest";
import { actAs } from "#db/actor.ts";
import type { Database } from "#db/database.ts";
import { codeOf, noon } from "#shop/cart/cart.fixtures.ts";
import { findArticle } from "#shop/content/articles.ts";
import { type ImportedArticle, writeArticle } from "#shop/content/editing/write-article.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import type { GivenOptions } from "../command.ts";
import { articlesCommand } from "./articles.ts";

let db: Database;
let pool: TestDatabase["pool"];
beforeAll(async () => {
  ({ db, pool } = await createTestDatabase());
  await write({ body: "<p>one</p>" });
});

const article: ImportedArticle = {
  type: "post",
  slug: "iron",
  title: "Iron",
  excerpt: "",
  body: "",
  status: "publish",
  author: "",
  publishedAt: new Date("2026-01-05T10:00:00Z"),
  now: noon,
  image: "",
  imageAlt: "",
  topics: [],
};
const write = (changes: Partial<ImportedArticle>) => writeArticle(db, { ...article, ...changes }, undefined);

async function run(args: string[], options: GivenOptions = {}): Promise<string[]> {
  const lines: string[] = [];
  const context = { db, clock: { now: () => noon }, print: (line: string) => void lines.push(line) };
  await actAs({ kind: "command", name: "articles", address: "sana@desk" }, () =>
    articlesCommand.run(context, args, options),
  );
  return lines;
}

test("revisions are listed and restored, each restore keeps what it replaces", async () => {
  expect(await run(["revisions", "iron"])).toEqual(["iron has not been changed yet."]);
  await write({ title: "Steel", body: "<p>two</p>" });
  const [first = ""] = await run(["revisions", "iron"]);
  expect(first).toContain("changed by the shop  Iron (10 characters)");
  const [id = ""] = first.split("  ");
  expect(await run(["restore", "iron", id])).toEqual([`iron has the texts of revision ${id} again.`]);
  expect(await findArticle(db, "iron", noon)).toMatchObject({ title: "Iron", body: "<p>one</p>" });
  expect((await run(["revisions", "iron"]))[0]).toContain("changed by command articles  Steel");
  await write({ slug: "other" });
  expect(await codeOf(run(["restore", "other", id]))).toBe("revision_unknown");
});

test("an article is unpublished, scheduled, published and deleted, and the audit log says by whom", async () => {
  await write({ slug: "zinc", title: "Zinc\u001b[31m" });
  expect(await run(["unpublish", "zinc"])).toEqual(["zinc is a draft now."]);
  expect(await run(["list"], { status: "draft" })).toEqual([
    expect.stringMatching(/post {2}draft {2}zinc {2}Zinc\[31m$/),
  ]);
  expect((await run(["publish", "zinc"], { date: "2099-01-01" }))[0]).toMatch(/^zinc will be published at 2099/);
  expect(await run(["list"], { status: "scheduled", type: "post" })).toHaveLength(1);
  expect(await findArticle(db, "zinc", noon)).toBeUndefined();
  expect((await run(["publish", "zinc"], { date: "2026-01-02" }))[0]).toMatch(/^zinc is published, dated 2026/);
  expect((await run(["show", "zinc"]))[0]).toMatch(/^post \d+: Zinc/);
  expect((await run(["delete", "zinc"]))[0]).toMatch(/^zinc is in the trash/);
  expect(await findArticle(db, "zinc", noon)).toBeUndefined();
  expect(await run(["delete", "zinc"], { force: true })).toEqual(["zinc is deleted."]);
  expect(await codeOf(run(["show", "zinc"]))).toBe("article_unknown");
  const { rows } = await pool.query(
    "select actor, coalesce(after ->> 'status', '') as status from audit_log where subject = 'zinc' and action = 'article' order by id",
  );
  expect(rows).toEqual(["draft", "publish", "", "trash", ""].map((status) => ({ actor: "articles", status })));
});

test("unknown words, statuses and dates are refused with what is allowed", async () => {
  await expect(run(["print"])).rejects.toThrow("use list, show SLUG");
  await expect(run(["list"], { status: "gone" })).rejects.toThrow("use publish, scheduled");
  await expect(run(["publish", "iron"], { date: "soon" })).rejects.toThrow("is not a date");
  await expect(run(["restore", "iron"])).rejects.toThrow("Name the revision");
});
