import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { routes } from "#routes";
import { deleteForm, saveForm } from "#shop/contact/forms/contact-forms.ts";
import { readFormFile } from "#shop/contact/forms/form-file.rules.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { FormBrowser, openWholeShop } from "#wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";

const now = new Date("2026-11-25T12:00:00Z");
let database: TestDatabase;
let db: Database;
let app: FastifyInstance;
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  ({ app } = await openWholeShop(database, () => now));
});
afterAll(() => app.close());

const read = async (path: string) => (await new FormBrowser(app).get(path)).body;
const save = (slug: string, template: string) =>
  saveForm(db, readFormFile(`---\ntitle: ${slug}\nslug: ${slug}\n---\n=== form ===\n${template}\n`).form, now);

/** Adds a page with this text. */
async function addPage(slug: string, body: string): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(
    sql`insert into articles (type, slug, title, body, status, published_at, updated_at)
      values ('page', ${slug}, ${slug}, ${body}, 'publish', ${now}, ${now}) returning id::int`,
  );
  await announceChange(db, ["articles"]);
  return rows[0]?.id ?? 0;
}

describe("a page with a shortcode", () => {
  test("shows the form, with what scripts need to know", async () => {
    await save("ask", "<label>Name [text* your-name]</label>");
    const id = await addPage("help", '<p>Ask us:</p><p>[contact-form-7 id="ask" title="Ask"]</p>');
    const html = await read(routes.article("help"));
    expect(html).toMatch(
      new RegExp(`<p>Ask us:</p><shop-contact-form[^>]*><div class="wpcf7 no-js" id="wpcf7-f\\d+-p${id}-o1"`),
    );
    expect(html).toMatch(/var wpcf7 = \{"api":\{"root":"[^"]+\/wp-json\/","namespace":"contact-form-7\/v1"\}\};/);
    expect(await read(routes.home())).not.toContain("wpcf7");
  });

  test("changes with its form, and shows nothing in its place once it is gone", async () => {
    await save("changing", "[text before]");
    await addPage("changing-page", '[contact-form-7 id="changing"]');
    expect(await read(routes.article("changing-page"))).toContain('name="before"');
    await save("changing", "[text after]");
    expect(await read(routes.article("changing-page"))).toContain('name="after"');
    await deleteForm(db, "changing");
    expect(await read(routes.article("changing-page"))).toContain('<div class="prose entry-content"></div>');
  });
});

test("a lead form is stored without scripts once its consent is given, and has the class and id of lead forms", async () => {
  await save("guide", "[text your-name][email* your-email][acceptance consent]Write to me[/acceptance][submit]");
  const id = await addPage("guides", '<p>[lead_form id="guide" title="Get the guide"]</p>');
  const address = routes.article("guides");
  const html = await read(address);
  expect(html).toMatch(
    /<form id="lead-guide-1" title="Get the guide" class="wpcf7-form init fca_eoi_form"[^>]* action="\/guides\/#wpcf7-/,
  );
  expect(html).toMatch(/wpcf7-acceptance"><span class="wpcf7-list-item"><label><input [^>]*type="checkbox"/);
  const form = /data-wpcf7-id="(\d+)"/.exec(html)?.[1] ?? "";
  const browser = new FormBrowser(app);
  const send = (typed: Record<string, string>) =>
    browser.post(address, {
      _wpcf7: form,
      _wpcf7_unit_tag: `wpcf7-f${form}-p${id}-o1`,
      _wpcf7_container_post: String(id),
      "your-name": "Sana <b>",
      "your-email": "sana@example.com",
      ...typed,
    });
  const stored = async () => (await db.execute(sql`select fields from contact_messages`)).rows;
  await send({});
  expect(await stored()).toEqual([]);
  await send({ consent: "1" });
  expect(JSON.stringify(await stored())).toContain("sana@example.com");
});

test("the footer shows the form of the setting on every page", async () => {
  await save("news", "[email your-email]");
  await setSetting(db, "footer_form", "news");
  for (const path of [routes.home(), routes.cart()]) {
    const html = await read(path);
    expect(html).toMatch(/<footer.*id="wpcf7-f\d+-o1".*<\/footer>/s);
    expect(html).toContain("var wpcf7 = ");
  }
});

test("pages with a form may load the service against programs that has both keys in the settings", async () => {
  await setSetting(db, "footer_form", "");
  await save("asked", "[text a][submit]");
  await addPage("asked", '[contact-form-7 id="asked"]');
  const policyOf = async (path: string) =>
    String((await new FormBrowser(app).get(path)).headers["content-security-policy"]);
  await setSetting(db, "puzzle_service", "turnstile");
  await setSetting(db, "puzzle_site_key", "public");
  expect(await policyOf(routes.article("asked"))).not.toContain("cloudflare");
  await setSetting(db, "puzzle_secret_key", "secret");
  expect(await policyOf(routes.article("asked"))).toMatch(
    /script-src 'self'[^;]* https:\/\/challenges\.cloudflare\.com;.*frame-src https:\/\/challenges\.cloudflare\.com;/,
  );
  expect(await policyOf(routes.home())).not.toContain("cloudflare");
  await setSetting(db, "puzzle_service", "hcaptcha");
  const policy = await policyOf(routes.article("asked"));
  for (const name of ["script-src", "style-src", "connect-src", "frame-src"])
    expect(policy).toMatch(new RegExp(`${name} [^;]*https://hcaptcha\\.com https://\\*\\.hcaptcha\\.com`));
});
