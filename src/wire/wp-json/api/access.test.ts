import { beforeAll, expect, test } from "vitest";
import { makeApplicationPassword } from "#shop/accounts/application-passwords/application-passwords.ts";
import { addArticle } from "#shop/content/articles.fixtures.ts";
import { openApiShop, type Reader, readers, type SentCall } from "../site-api.fixtures.ts";
import { loadEmbeds, wpPaths } from "../wp-v2/paths.ts";
import type { ApiServices, Method, Rule } from "./endpoint.ts";
import { openApi } from "./serve-api.ts";

const shop = openApiShop();
/** An item for each path with an id; all of them exist and are published. */
const ids: Record<string, number> = {};
/** The newest revision of a post and of a page. */
const revisions: Record<string, number> = {};

beforeAll(async () => {
  const { db, pool } = shop.database;
  ids.posts = await addArticle(db, { slug: "kept", category: "Health" });
  ids.pages = await addArticle(db, { slug: "page", type: "page" });
  await pool.query("insert into topics (kind, slug, name) values ('tag', 'tea', 'Tea')");
  await pool.query(
    `insert into media (content_hash, file, media_type, width, height, byte_size) values (repeat('a', 64), 'aa/a.jpg', 'image/jpeg', 1, 1, 1)`,
  );
  await pool.query("update articles set media_id = (select id from media), body = 'New', updated_at = now()");
  for (const kind of ["posts", "pages"]) {
    const { rows } = await pool.query("select id from article_revisions where article_id = $1", [ids[kind]]);
    revisions[kind] = Number(rows[0].id);
  }
  await pool.query(
    "insert into reviews (article_id, kind, author_name, body) values ($1, 'comment', 'Ayesha', 'Nice')",
    [ids.posts],
  );
  const { rows } = await pool.query(`select (select id from topics where kind = 'category') as categories,
    (select id from topics where kind = 'tag') as tags, (select id from media) as media, (select id from reviews) as comments,
    (select id from authors) as users`);
  for (const [name, id] of Object.entries(rows[0])) ids[name] = Number(id);
});

/** Who gets past each rule, stated apart from the code that decides it. */
const admitted: Readonly<Record<string, readonly Reader[]>> = {
  anyone: ["guest", "customer", "shop_manager", "administrator"],
  "signed in": ["customer", "shop_manager", "administrator"],
  edit_posts: ["shop_manager", "administrator"],
  edit_pages: ["shop_manager", "administrator"],
  publish_posts: ["shop_manager", "administrator"],
  delete_posts: ["shop_manager", "administrator"],
  manage_categories: ["shop_manager", "administrator"],
  moderate_comments: ["shop_manager", "administrator"],
  upload_files: ["shop_manager", "administrator"],
  list_users: ["administrator"],
  manage_options: ["administrator"],
};

const { table } = openApi({} as ApiServices, wpPaths, loadEmbeds, []);

const endpoints = table.paths.flatMap(({ path, endpoints: list }) =>
  list.flatMap(({ methods, rule }) => methods.map((method) => ({ path, method, rule }))),
);

test("the table of rules is the pinned one", () => {
  const lines = endpoints.map(({ path, method, rule: { who, edits } }) =>
    [method, path, who, ...(edits ? [`edits: ${edits}`] : [])].join("  "),
  );
  expect(lines.join("\n")).toMatchInlineSnapshot(`
    "GET  /  anyone
    GET  /wp/v2  anyone
    GET  /openapi.json  anyone
    POST  /batch/v1  anyone
    GET  /wp/v2/posts  anyone  edits: edit_posts
    POST  /wp/v2/posts  edit_posts
    GET  /wp/v2/posts/{id}  anyone  edits: edit_posts
    POST  /wp/v2/posts/{id}  edit_posts
    PUT  /wp/v2/posts/{id}  edit_posts
    PATCH  /wp/v2/posts/{id}  edit_posts
    DELETE  /wp/v2/posts/{id}  delete_posts
    GET  /wp/v2/posts/{parent}/revisions  edit_posts
    GET  /wp/v2/posts/{parent}/revisions/{id}  edit_posts
    GET  /wp/v2/pages  anyone  edits: edit_posts
    POST  /wp/v2/pages  edit_posts
    GET  /wp/v2/pages/{id}  anyone  edits: edit_posts
    POST  /wp/v2/pages/{id}  edit_posts
    PUT  /wp/v2/pages/{id}  edit_posts
    PATCH  /wp/v2/pages/{id}  edit_posts
    DELETE  /wp/v2/pages/{id}  delete_posts
    GET  /wp/v2/pages/{parent}/revisions  edit_posts
    GET  /wp/v2/pages/{parent}/revisions/{id}  edit_posts
    GET  /wp/v2/categories  anyone  edits: edit_posts
    POST  /wp/v2/categories  manage_categories
    GET  /wp/v2/categories/{id}  anyone  edits: edit_posts
    POST  /wp/v2/categories/{id}  manage_categories
    PUT  /wp/v2/categories/{id}  manage_categories
    PATCH  /wp/v2/categories/{id}  manage_categories
    DELETE  /wp/v2/categories/{id}  manage_categories
    GET  /wp/v2/tags  anyone  edits: edit_posts
    POST  /wp/v2/tags  manage_categories
    GET  /wp/v2/tags/{id}  anyone  edits: edit_posts
    POST  /wp/v2/tags/{id}  manage_categories
    PUT  /wp/v2/tags/{id}  manage_categories
    PATCH  /wp/v2/tags/{id}  manage_categories
    DELETE  /wp/v2/tags/{id}  manage_categories
    GET  /wp/v2/media  anyone  edits: upload_files
    POST  /wp/v2/media  upload_files
    GET  /wp/v2/media/{id}  anyone  edits: upload_files
    POST  /wp/v2/media/{id}  upload_files
    PUT  /wp/v2/media/{id}  upload_files
    PATCH  /wp/v2/media/{id}  upload_files
    DELETE  /wp/v2/media/{id}  upload_files
    POST  /wp/v2/media/{id}/post-process  upload_files  edits: upload_files
    GET  /wp/v2/comments  anyone  edits: moderate_comments
    POST  /wp/v2/comments  signed in
    GET  /wp/v2/comments/{id}  anyone  edits: moderate_comments
    POST  /wp/v2/comments/{id}  moderate_comments
    PUT  /wp/v2/comments/{id}  moderate_comments
    PATCH  /wp/v2/comments/{id}  moderate_comments
    DELETE  /wp/v2/comments/{id}  moderate_comments
    GET  /wp/v2/users  anyone  edits: list_users
    GET  /wp/v2/users/me  signed in  edits: signed in
    POST  /wp/v2/users/me  signed in
    PUT  /wp/v2/users/me  signed in
    PATCH  /wp/v2/users/me  signed in
    GET  /wp/v2/users/{id}  anyone  edits: signed in
    POST  /wp/v2/users/{id}  signed in
    PUT  /wp/v2/users/{id}  signed in
    PATCH  /wp/v2/users/{id}  signed in
    GET  /wp/v2/users/{user}/application-passwords  signed in
    POST  /wp/v2/users/{user}/application-passwords  signed in
    DELETE  /wp/v2/users/{user}/application-passwords  signed in
    GET  /wp/v2/users/{user}/application-passwords/introspect  signed in
    GET  /wp/v2/users/{user}/application-passwords/{uuid}  signed in
    POST  /wp/v2/users/{user}/application-passwords/{uuid}  signed in
    PUT  /wp/v2/users/{user}/application-passwords/{uuid}  signed in
    PATCH  /wp/v2/users/{user}/application-passwords/{uuid}  signed in
    DELETE  /wp/v2/users/{user}/application-passwords/{uuid}  signed in
    GET  /wp/v2/types  anyone  edits: edit_posts
    GET  /wp/v2/types/{type}  anyone  edits: edit_posts
    GET  /wp/v2/taxonomies  anyone  edits: edit_posts
    GET  /wp/v2/taxonomies/{taxonomy}  anyone  edits: edit_posts
    GET  /wp/v2/statuses  anyone  edits: edit_posts
    GET  /wp/v2/statuses/{status}  anyone  edits: edit_posts
    GET  /wp/v2/search  anyone  edits: edit_posts
    GET  /wp/v2/settings  manage_options
    POST  /wp/v2/settings  manage_options
    PUT  /wp/v2/settings  manage_options
    PATCH  /wp/v2/settings  manage_options"
  `);
});

test.for(endpoints.map((one) => [one.method, one.path, one.rule] as const))(
  "%s %s lets in only those whom its rule names",
  async ([method, path, rule]: readonly [Method, string, Rule]) => {
    const who = admitted[rule.who];
    if (!who) throw new Error(`No test says who gets past the rule ${rule.who}`);
    for (const as of readers) {
      const refusal = as === "guest" ? 401 : 403;
      const expected = who.includes(as) ? "let in" : refusal;
      expect([as, await outcomeOf(path, as, method)]).toEqual([as, expected]);
    }
    // A rule for `context=edit` holds also where everybody may read.
    const editors = rule.edits === undefined ? who : (admitted[rule.edits] ?? []);
    if (method !== "GET" || rule.edits === undefined) return;
    for (const as of readers) {
      const refusal = as === "guest" ? 401 : 403;
      const expected = editors.includes(as) ? "let in" : refusal;
      expect([as, await outcomeOf(path, as, method, "?context=edit")]).toEqual([as, expected]);
    }
  },
);

/** Calls a path. @returns "let in" if the item was read or only the parameters were refused, the status otherwise */
async function outcomeOf(path: string, as: Reader, method: Method, query = "") {
  const password = await passwordOf(as);
  const sent: SentCall = { as, method, ...(method !== "GET" && { body: wrongBody }) };
  const call = path.endsWith("/introspect") && as !== "guest" ? { method, headers: basic(as, password.secret) } : sent;
  const { statusCode } = await shop.call(addressOf(path, as, password.uuid) + query, call);
  const isIn = statusCode === 200 || (method !== "GET" && statusCode === 400);
  return isIn ? "let in" : statusCode;
}

/** Makes an application password of a user, because the call before may have revoked it; a guest names the customer's. */
async function passwordOf(as: Reader): Promise<{ uuid: string; secret: string }> {
  const { id: userId } = shop.users[as === "guest" ? "customer" : as];
  await shop.database.pool.query("delete from application_passwords");
  const given = { userId, name: "Phone", appId: "" };
  const { made, password: secret } = await makeApplicationPassword(shop.database.db, given, shop.time);
  return { uuid: made.uuid, secret };
}

const basic = (as: Exclude<Reader, "guest">, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${shop.users[as].email}:${secret}`).toString("base64")}`,
});

/** Is refused by its parameters wherever the rule lets somebody in, so that nothing changes. */
const wrongBody = { _fields: { wrong: true }, title: 7, name: 7, content: 7, force: "perhaps", woocommerce_meta: 7 };

/** Returns the address of an item that exists: of people, oneself, and an author for guests. */
function addressOf(path: string, as: Reader, uuid: string): string {
  const [, , , base = "", , isRevision] = path.split("/");
  const own = as === "guest" ? shop.users.customer.id : shop.users[as].id;
  const item = base === "users" && as !== "guest" ? own : (ids[base] ?? 0);
  const values: Record<string, string | number> = {
    id: isRevision ? (revisions[base] ?? 0) : item,
    parent: ids[base] ?? 0,
    user: own,
    uuid,
    type: "post",
    taxonomy: "category",
    status: "publish",
  };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}
