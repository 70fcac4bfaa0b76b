import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { reservedSlugs, routes } from "#routes";
import { addProduct, noon } from "#shop/cart/cart.fixtures.ts";
import { FormBrowser, openWholeShop } from "#wire/page-requests/whole-shop.fixtures.ts";
import { giveForm } from "#wire/wp-json/contact-form-7/contact-forms.fixtures.ts";
import { localFiles } from "../../../../tests/support/local-files.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { importWordpress } from "./import-wordpress.ts";
import { exportXml } from "./wordpress.fixtures.ts";

const attachment = (id: number) => ({
  id,
  type: "attachment",
  attachmentUrl: `https://old.example/wp-content/uploads/${id}.png`,
});
const content = `Before

[gallery ids="11,12" columns="2"]

https://youtu.be/dQw4w9WgXcQ

[contact-form-7 id="FORM" title="Ask us"]

[product id="7001"]

<!-- wp:woocommerce/handpicked-products {"products":[7001]} /-->

[acme_chart id="3"]

After`;

test("an imported post is shown with its gallery, video, contact form and products, the links of its comments as text, and without shortcodes", async () => {
  const database = await createTestDatabase();
  const { db, pool } = database;
  const { app } = await openWholeShop(database, () => noon);
  const folder = await mkdtemp(join(tmpdir(), "chowk-wordpress-"));
  try {
    const productId = await addProduct(db, { slug: "green-tea", name: "Green tea" });
    await pool.query("insert into imported_product_ids (source_id, product_id) values (7001, $1)", [productId]);
    const formId = await giveForm(db, "ask-us", "[text* your-name]");
    const file = join(folder, "export.xml");
    const comment =
      '<a href="https://example.com/guide" onclick="alert(1)">our guide</a> <a href="https://example.com/&lt;script&gt;">x</a>';
    const post = {
      id: 1,
      slug: "steam",
      content: content.replace("FORM", String(formId)),
      discussion: [{ id: 5, content: comment }],
    };
    await writeFile(file, exportXml([attachment(11), attachment(12), post]));
    let shade = 0;
    const fetch = () => {
      const background = { r: (shade += 50), g: 0, b: 0 };
      return sharp({ create: { width: 30, height: 20, channels: 3, background } })
        .png()
        .toBuffer();
    };
    const media = localFiles(folder).media;
    await importWordpress(db, pool, { file, media, routes, reservedSlugs: reservedSlugs(), now: noon, fetch });
    const { statusCode, body } = await new FormBrowser(app).get(routes.article("steam"));
    expect(statusCode).toBe(200);
    const shown = /<div class="prose entry-content">(.*?)<\/article>/s.exec(body)?.[1] ?? "";
    expect(shown).toContain("block-gallery--2");
    expect(shown.match(/class="gallery-item /g)).toHaveLength(2);
    expect(shown).toContain("block-video");
    expect(shown).toContain("dQw4w9WgXcQ");
    expect(shown).toContain('name="your-name"');
    expect(shown.match(new RegExp(`product type-product post-${productId}\\b`, "g"))).toHaveLength(2);
    expect(shown.replace(/<[^>]*>/g, "")).not.toMatch(/\[\/?[a-z]|wp:/);
    const said = /<p class="review-body"[^>]*>(.*?)<\/p>/s.exec(body)?.[1]?.replaceAll("<!-- -->", "");
    const guide =
      '<a href="https://example.com/guide" rel="nofollow ugc noopener noreferrer">https://example.com/guide</a>';
    expect(said).toContain(`our guide (${guide}) x (`);
    expect(said?.replace(/<\/?a\b[^>]*>/g, "")).not.toMatch(/[<>]|onclick/);
    // Its author wrote no excerpt: the text's beginning is shown in its place, but not above the text.
    expect(body).not.toContain('class="lead"');
    expect(body).toContain('<meta name="description" content="Before After"/>');
    const read = async (path: string) => (await new FormBrowser(app).get(path)).body;
    expect(await read(routes.blog())).toContain("<p>Before After</p>");
    expect(await read(routes.articleFeed())).toContain("<description>Before After</description>");
    expect(await read("/llms.txt")).toContain("/steam/): Before After");
    expect(await read("/?s=title")).toContain("<p>Before After</p>");
    const [{ excerpt }] = JSON.parse(await read("/wp-json/wp/v2/posts?slug=steam")) as [{ excerpt: unknown }];
    expect(excerpt).toEqual({ rendered: "<p>Before After</p>\n", protected: false });
  } finally {
    await app.close();
    await rm(folder, { recursive: true, force: true });
  }
});
