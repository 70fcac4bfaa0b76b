import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { openDatabase } from "#db/open.ts";
import { withStatementCount } from "#db/statement-count.ts";
import { routes } from "#routes";
import { makeApplicationPassword } from "#shop/accounts/application-passwords/application-passwords.ts";
import { hashPassword } from "#shop/accounts/sessions/password-hash.ts";
import { addUser, getUserByEmail } from "#shop/accounts/users.ts";
import type { Figure } from "./figure.ts";
import { withServer } from "./in-process-server.ts";
import { cpuMsOf } from "./processes.ts";
import { type Ask, ask } from "./requests.ts";
import type { Shop } from "./shop.ts";
import { askUncached } from "./uncached.ts";
import type { Workspace } from "./workspace.ts";

const requests = 200;
const rounds = 5;
const posts = 100;
const root = routes.restRoot();
const page = `${root}wp/v2/posts?per_page=${posts}`;

/**
 * Measures the site API: CPU time of server and database together, one request at a time, and the SQL statements of a page of
 * posts. Lists are kept for all callers and host names; an unknown parameter asks for one that is not.
 */
export async function measureApi(workspace: Workspace): Promise<Figure[]> {
  const shop = await workspace.openShop();
  const authorization = await fill(shop);
  let count = 0;
  const kinds: Readonly<Record<string, { send: () => Promise<{ status: number }>; bar?: { atMost: number } }>> = {
    [`API: ${posts} posts, kept`]: { send: () => ask(shop.origin, { path: page }), bar: { atMost: 3 } },
    "  under a new host name": { send: () => askUncached(shop.origin, page), bar: { atMost: 3 } },
    "  signed in": { send: () => ask(shop.origin, { path: page, headers: { authorization } }), bar: { atMost: 3 } },
    "  not kept": { send: () => ask(shop.origin, { path: `${page}&unknown=${count++}` }) },
    "  one post": { send: () => ask(shop.origin, { path: `${root}wp/v2/posts?slug=bench-1&unknown=${count++}` }) },
    "  index": { send: () => ask(shop.origin, { path: root }), bar: { atMost: 3 } },
    "  OPTIONS": { send: () => ask(shop.origin, optionsOf(`${root}wp/v2/posts`)) },
    "  OpenAPI": { send: () => ask(shop.origin, { path: `${root}openapi.json` }), bar: { atMost: 3 } },
  };
  const figures: Figure[] = [];
  for (const [what, { send, bar }] of Object.entries(kinds)) {
    const values: number[] = [];
    // The first round is a warm-up.
    for (let round = 0; round <= rounds; round++) values.push(await cpuMsOfRound(shop, send));
    figures.push({ what, values: values.slice(1), unit: "CPU-ms", ...(bar && { bar }) });
  }
  figures.push({
    what: `  statements of ${posts} posts`,
    values: [await countStatements(shop, workspace)],
    unit: "SQL",
    bar: { atMost: 1 },
  });
  await shop.stop();
  return figures;
}

/** A POST that stands for OPTIONS. */
function optionsOf(path: string): Ask {
  return { path, form: {}, headers: { "x-http-method-override": "OPTIONS" } };
}

/** Returns the mean of one round. */
async function cpuMsOfRound({ pid }: Shop, send: () => Promise<{ status: number }>): Promise<number> {
  const before = cpuMsOf(pid);
  for (let count = 0; count < requests; count++) {
    const { status } = await send();
    if (status !== 200) throw new Error(`The API answered ${status}`);
  }
  return (cpuMsOf(pid) - before) / requests;
}

function countStatements({ dataDir }: Shop, { buildDir }: Workspace): Promise<number> {
  return withServer(dataDir, buildDir, async (app) => {
    const get = (url: string) => app.inject({ url, headers: { host: "localhost" } });
    await get(root);
    const { result, statements } = await withStatementCount(async () => get(page));
    if (result.statusCode !== 200) throw new Error(`The API answered ${result.statusCode}`);
    return statements;
  });
}

/** Adds posts with texts of 3 kB, categories and an author. @returns what a program of staff sends as `authorization` */
async function fill({ dataDir }: Shop): Promise<string> {
  const database = await openDatabase({ dataDir, databaseUrl: null, connections: 1, log: () => {} });
  const text = "<p>A paragraph of an article.</p>".repeat(94);
  try {
    await database.db.execute(sql`
      with author as (
        insert into authors (slug, name) values ('bench', 'Bench') on conflict (slug) do update set name = excluded.name returning id
      ), topic as (
        insert into topics (kind, slug, name) values ('category', 'bench', 'Bench')
          on conflict (kind, slug) do update set name = excluded.name returning id
      ), added as (
        insert into articles (type, slug, title, excerpt, body, author_id, published_at)
          select 'post', 'bench-' || at, 'An article & its number ' || at, 'An excerpt', ${text}, author.id, '2026-01-01'
            from generate_series(1, ${posts}) at, author
          on conflict (slug) do update set body = excluded.body returning id
      )
      insert into article_topics (article_id, topic_id) select added.id, topic.id from added, topic on conflict do nothing`);
    return await addProgram(database.db);
  } finally {
    await database.close();
  }
}

async function addProgram(db: Database): Promise<string> {
  const [email, now] = ["program@example.com", new Date()];
  const user = {
    email,
    role: "shop_manager",
    passwordHash: await hashPassword("correct horse battery"),
    firstName: "Zara",
    lastName: "Khan",
    phone: null,
  } as const;
  const { id } = (await addUser(db, user, now)) ?? (await getUserByEmail(db, email));
  const { password } = await makeApplicationPassword(db, { userId: id, name: "bench", appId: "" }, now);
  return `Basic ${Buffer.from(`${email}:${password}`).toString("base64")}`;
}
