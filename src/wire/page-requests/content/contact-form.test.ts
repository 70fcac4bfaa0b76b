import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { listMessages } from "#shop/contact/messages/contact-messages.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { formBody, giveForm } from "../../wp-json/contact-form-7/contact-forms.fixtures.ts";
import { FormBrowser, openWholeShop, origin } from "../whole-shop.fixtures.ts";

const { host } = new URL(origin);
let database: TestDatabase;
let app: FastifyInstance;
let folder: string;
let form: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "chowk-plain-"));
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, () => new Date("2026-11-21T12:00:00Z"), { DATA_DIR: folder }));
  form = await giveForm(database.db, "contact", "[text* your-name] [email* your-email] [file your-file filetypes:txt]");
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const notices = async () =>
  (await database.pool.query("select kind, message_values as values from session_notices order by id desc limit 1"))
    .rows[0];
const hidden = () => ({ _wpcf7: String(form), _wpcf7_unit_tag: `wpcf7-f${form}-p3-o1`, _wpcf7_container_post: "3" });

test("a plain post leads back to its page, which says what is wrong and knows what was typed", async () => {
  const browser = new FormBrowser(app, { "user-agent": "Mozilla/5.0" });
  const fields = { ...hidden(), "your-name": "Sana", "your-email": "sana", __proto__: "x" };
  const answer = await browser.post("/blog/?a=1", fields, { referer: `${origin}/blog/?a=1` });
  expect([answer.statusCode, answer.headers.location]).toEqual([303, "/blog/?a=1#"]);
  const { kind, values } = await notices();
  expect([kind, values.message]).toEqual(["error", "One or more fields have an error. Please check and try again."]);
  expect(JSON.parse(values.contactForm)).toEqual({
    unitTag: `wpcf7-f${form}-p3-o1`,
    status: "validation_failed",
    invalidFields: [{ field: "your-email", message: "Please enter an email address.", controlId: null }],
    typed: [
      ["your-name", "Sana"],
      ["your-email", "sana"],
    ],
  });
  expect((await browser.get("/blog/?a=1")).body).toContain("One or more fields have an error.");
});

test("a plain post with a file is accepted like a call; other multipart posts are refused", async () => {
  const { payload, headers } = formBody(form, [
    ["your-name", "Sana"],
    ["your-email", "sana@example.com"],
    ["your-file", { file: "a.txt", content: "hello" }],
  ]);
  const sent = await app.inject({ method: "POST", url: routes.home(), payload, headers: { ...headers, host } });
  expect([sent.statusCode, sent.headers.location]).toEqual([303, "/#"]);
  const [message] = await listMessages(database.db, { limit: 1 });
  expect(message).toMatchObject({ fromName: "Sana", files: [{ name: "a.txt", size: 5 }] });
  const foreign = await app.inject({
    method: "POST",
    url: routes.home(),
    payload,
    headers: { ...headers, host, origin: "https://evil.example" },
  });
  expect(foreign.statusCode).toBe(403);
  const other = await app.inject({
    method: "POST",
    url: routes.cart(),
    payload: '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--x--\r\n',
    headers: { host, "content-type": "multipart/form-data; boundary=x" },
  });
  expect(other.statusCode).toBe(415);
  const unknown = await app.inject({
    method: "POST",
    url: "/",
    payload: "_wpcf7=9",
    headers: { host, "content-type": "application/x-www-form-urlencoded" },
  });
  expect(unknown.statusCode).toBe(400);
});
