import { beforeAll, expect, test } from "vitest";
import { actAs } from "#db/actor.ts";
import { onLocalChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { type ImportedArticle, writeArticle } from "./write-article.ts";

let db: Database;
let pool: TestDatabase["pool"];
beforeAll(async () => {
  ({ db, pool } = await createTestDatabase());
});

const article: ImportedArticle = {
  type: "post",
  slug: "iron",
  title: "Iron",
  excerpt: "",
  body: "<p>0</p>",
  status: "publish",
  author: "Sana",
  // 1 December in Karachi.
  publishedAt: new Date("2026-11-30T20:00:00Z"),
  now: new Date("2026-12-02T12:00:00Z"),
  image: "",
  imageAlt: "",
  topics: [{ kind: "category", slug: "minerals", name: "Minerals" }],
};
const write = (changes: Partial<ImportedArticle>) => writeArticle(db, { ...article, ...changes }, undefined);

/** Returns the tags that a change announces, without ids but with the topics' and authors' slugs. */
async function announcedBy(change: () => Promise<unknown>): Promise<string[]> {
  const heard: string[] = [];
  const stop = onLocalChange((tags) => heard.push(...tags));
  await change();
  stop();
  const { rows } = await pool.query<{ tag: string; name: string }>(`
    select 'topic:' || id as tag, slug as name from topics union all select 'author:' || id, slug from authors
    union all select 'article:' || id, slug from articles`);
  const names = new Map(rows.map(({ tag, name }) => [tag, name]));
  return heard.map((tag) => names.get(tag) ?? tag).sort();
}

test("a change announces the article and the archives that it is in and was in, its month by the shop's time", async () => {
  expect(await announcedBy(() => write({}))).toEqual(["articles", "iron", "minerals", "month:202612", "sana"]);
  const moved = {
    author: "Omar",
    publishedAt: new Date("2026-10-05"),
    topics: [{ kind: "tag" as const, slug: "tea", name: "Tea" }],
  };
  const both = ["articles", "iron", "minerals", "month:202610", "month:202612", "omar", "sana", "tea"];
  expect(await announcedBy(() => write(moved))).toEqual(both);
  expect(await announcedBy(() => write(moved))).toEqual([]);
});

test("each change of the texts keeps the version before it, with the actor; the last 20 are kept", async () => {
  await pool.query("delete from article_revisions");
  const owner = { kind: "command", name: "articles", address: "sana@desk" } as const;
  for (let version = 1; version <= 23; version += 1)
    await actAs(owner, () => inTransaction(db, () => write({ body: `<p>${version}</p>` })));
  await write({ body: "<p>23</p>", status: "draft" });
  const { rows } = await pool.query("select body, author, made_at from article_revisions order by id desc");
  expect(rows.map(({ body }) => body)).toEqual(Array.from({ length: 20 }, (_, index) => `<p>${22 - index}</p>`));
  expect(rows[0]).toEqual({ body: "<p>22</p>", author: "command articles", made_at: article.now });
});

test("the audit log has an actor's changes of status and date, and each deletion", async () => {
  const slug = "audited";
  await write({ slug });
  await actAs({ kind: "user", name: "7", address: "" }, () => write({ slug, status: "private" }));
  await pool.query("delete from articles where slug = 'audited'");
  const { rows } = await pool.query(
    "select actor, before, after from audit_log where action = 'article' and subject = 'audited' order by id",
  );
  expect(rows).toEqual([
    { actor: "7", before: { status: "publish" }, after: { status: "private" } },
    { actor: expect.any(String), before: expect.objectContaining({ title: "Iron", status: "private" }), after: null },
  ]);
});
