import { expect, test } from "vitest";
import { openApiShop, type Reader } from "../site-api.fixtures.ts";

const shop = openApiShop();

async function send(method: string, path: string, body: unknown = {}, as: Reader = "shop_manager") {
  const answer = await shop.call(path, { as, method, body });
  return { status: answer.statusCode, body: answer.json() };
}
const post = (path: string, body: unknown, as?: Reader) => send("POST", path, body, as);

/** Statements of this database that wait for a lock. */
const waiting = "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";

test("two changes at the same time cannot put pages below each other in a circle", async () => {
  for (let round = 1; round <= 3; round += 1) {
    const [a = 0, b = 0] = await Promise.all(
      ["A", "B"].map(async (title) => (await post("/wp/v2/pages", { title })).body.id as number),
    );
    const moved = await Promise.all([
      send("PUT", `/wp/v2/pages/${a}`, { parent: b }),
      send("PUT", `/wp/v2/pages/${b}`, { parent: a }),
    ]);
    expect(moved.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 400]));
  }
});

test("a comment is changed in whole or not at all", async () => {
  const { pool } = shop.database;
  const { id: about } = (await post("/wp/v2/posts", { title: "Whole", status: "publish" })).body;
  const { id } = (await post("/wp/v2/comments", { post: about, content: "As it was" }, "administrator")).body;
  await pool.query("alter table reviews add constraint no_trash check (status <> 'trash')");
  expect((await send("PUT", `/wp/v2/comments/${id}`, { content: "Changed", status: "trash" })).status).toBe(500);
  await pool.query("alter table reviews drop constraint no_trash");
  expect((await pool.query("select body from reviews where id = $1", [id])).rows).toEqual([{ body: "As it was" }]);
});

test("one's own profile is changed in whole or not at all, and only what was sent", async () => {
  const { pool } = shop.database;
  const { id } = shop.users.administrator;
  const banner = (value: string) => ({ coming_soon_banner_dismissed: value });
  const name = async () =>
    (await pool.query("select first_name, last_name from users where id = $1", [id])).rows[0] as object;
  await pool.query(`alter table user_meta add constraint never check (user_id <> ${id})`);
  const failed = await send(
    "PATCH",
    "/wp/v2/users/me",
    { first_name: "Half", woocommerce_meta: banner("yes") },
    "administrator",
  );
  expect([failed.status, await name()]).toEqual([500, { first_name: "Zara", last_name: "Khan" }]);
  await pool.query("alter table user_meta drop constraint never");

  // A change that is under way keeps the other one waiting; neither writes what it was not told.
  const other = await pool.connect();
  await other.query("begin");
  await other.query("update users set last_name = 'Malik' where id = $1", [id]);
  const changed = send("PATCH", "/wp/v2/users/me", { first_name: "Sana" }, "administrator");
  await expect.poll(async () => (await pool.query(waiting)).rows.length).toBe(1);
  await other.query("commit");
  other.release();
  expect((await changed).body).toMatchObject({ first_name: "Sana", last_name: "Malik" });
  await send("PATCH", "/wp/v2/users/me", { first_name: "Zara", last_name: "Khan" }, "administrator");
});

test("somebody who becomes an author twice at the same time is one author", async () => {
  const { pool } = shop.database;
  const { id } = shop.users.administrator;
  const other = await pool.connect();
  await other.query("begin");
  await other.query("insert into authors (slug, name, user_id) values ('zara', 'Zara', $1)", [id]);
  const written = post("/wp/v2/posts", { title: "First" }, "administrator");
  await expect.poll(async () => (await pool.query(waiting)).rows.length).toBe(1);
  await other.query("commit");
  other.release();
  expect((await written).body).toMatchObject({ title: { raw: "First" }, author: id });
  expect((await pool.query("select slug from authors where user_id = $1", [id])).rows).toEqual([{ slug: "zara" }]);
});

test("a request of a batch that fails answers for itself; the others keep their answers", async () => {
  const { pool } = shop.database;
  await pool.query("alter table topics add constraint no_bad check (name <> 'Bad')");
  const requests = ["First", "Bad", "Last"].map((name) => ({ path: "/wp/v2/tags", body: { name } }));
  const { status, body } = await post("/batch/v1", { requests });
  await pool.query("alter table topics drop constraint no_bad");
  expect(status).toBe(207);
  expect(body.responses).toMatchObject([
    { status: 201, body: { name: "First" } },
    { status: 500, headers: {}, body: { code: "internal_error", data: { status: 500 } } },
    { status: 201, body: { name: "Last" } },
  ]);
  expect(JSON.stringify(body)).not.toContain("constraint");
});
