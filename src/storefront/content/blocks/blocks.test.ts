import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { inTransaction } from "#db/transaction.ts";
import { routes } from "#routes";
import { addProduct, noon } from "#shop/cart/cart.fixtures.ts";
import { pagesWith } from "#shop/catalogue/pictures/media.ts";
import { FormBrowser, openWholeShop } from "#wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";

let db: Database;
let pool: pg.Pool;
let app: FastifyInstance;
let productId = 0;
let pictureId = 0;
beforeAll(async () => {
  const database = await createTestDatabase();
  ({ db, pool } = database);
  ({ app } = await openWholeShop(database, () => noon));
  productId = await addProduct(db, { slug: "green-tea", name: "Green <tea>", sku: "GT" });
  await addProduct(db, { slug: "mint", name: "Mint", sku: "M" });
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into media (content_hash, file, media_type, width, height, byte_size, alt, caption)
    values (repeat('a', 64), 'aa/leaf.jpg', 'image/jpeg', 1200, 900, 1, 'A leaf', 'In <b>spring</b>') returning id`);
  pictureId = Number(rows[0]?.id);
  await db.execute(sql`insert into public_files (file, name, media_type, byte_size, source) values
    ('bb/tea.webm', 'tea.webm', 'video/webm', 5000000, 'videos/tea.webm'),
    ('bb/tea.vtt', 'tea.vtt', 'text/vtt', 300, 'videos/tea.vtt'),
    ('bb/talk.m4a', 'talk.m4a', 'audio/mp4', 900000, 'talks/talk.m4a'),
    ('bb/guide.pdf', 'guide.pdf', 'application/pdf', 1250000, 'downloads/guide.pdf')`);
});
afterAll(() => app.close());

let count = 0;
async function write(body: string): Promise<string> {
  const slug = `article-${++count}`;
  await pool.query(
    `insert into articles (type, slug, title, excerpt, body, published_at) values ('post', $1, 'A', '', $2, $3)`,
    [slug, body, noon],
  );
  return routes.article(slug);
}
const load = async (address: string) => new FormBrowser(app).get(address);
const bodyOf = (html: string) => /<div class="prose entry-content">(.*?)<\/article>/s.exec(html)?.[1] ?? "";
const show = async (body: string) => bodyOf((await load(await write(body))).body);

test.each([
  ["its SKU", '[product sku="GT"]'],
  ["its slug", '[product slug="green-tea"]'],
  ["its id", "[product id={id}]"],
])("a product is shown as its card by %s", async (_, source) => {
  const html = await show(`<p>A</p><p>${source.replace("{id}", String(productId))}</p>`);
  expect(html).toContain(
    `<ul class="products grid block block-product" role="list"><li class="product type-product post-${productId}`,
  );
  expect(html).toContain("Green &lt;tea&gt;");
  expect(html).toContain(`data-product_id="${productId}"`);
});

test("code scrolls by itself, also by keyboard", async () => {
  expect(await show("<pre><code>a</code></pre>")).toContain('<pre tabindex="0"><code>a</code></pre>');
});

test("lists of products are chosen and ordered by their attributes", async () => {
  const names = (html: string) => [...html.matchAll(/card-name"><a[^>]*>([^<]*?) *</g)].map(([, name]) => name);
  expect(names(await show("<p>[products orderby=title order=desc]</p>"))).toEqual(["Mint", "Green &lt;tea&gt;"]);
  expect(names(await show("<p>[products skus='M,GT']</p>"))).toEqual(["Mint", "Green &lt;tea&gt;"]);
  expect(names(await show("<p>[recent_products limit=1 columns=2]</p>"))).toHaveLength(1);
  expect(names(await show("<p>[products category=nowhere]</p>"))).toEqual([]);
  expect(names(await show("<p>[sale_products]</p>"))).toEqual([]);
});

test("[add_to_cart] shows price and button, with its quantity", async () => {
  const html = await show("<p>[add_to_cart sku=GT quantity=3]</p>");
  expect(html).toMatch(/class="price"/);
  expect(html).toContain('data-quantity="3"');
});

test("a video shows a poster that links to it, and loads nothing from its site", async () => {
  const address = await write(
    `<p>https://youtu.be/dQw4w9WgXcQ</p><p>[video src="https://vimeo.com/123456789" title="Hills" poster="${pictureId}"]</p>`,
  );
  const { body, headers } = await load(address);
  expect(body).toContain('<shop-embed data-youtube="dQw4w9WgXcQ" data-label="Video"');
  expect(body).toContain(
    '<a class="media-still" href="https://vimeo.com/123456789" aria-label="Play the video: Hills"><picture>',
  );
  expect(body).not.toMatch(/<iframe|ytimg|vimeocdn/);
  expect(headers["content-security-policy"]).toMatch(
    /frame-src[^;]* https:\/\/www\.youtube-nocookie\.com https:\/\/player\.vimeo\.com/,
  );
  expect((await load(await write("<p>B</p>"))).headers["content-security-policy"]).not.toContain("vimeo");
});

test.each([
  ["https://youtu.be/dQw4w9WgXcQ?t=90", "https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=90s", 90],
  [
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=1h2m3s",
    "https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=3723s",
    3723,
  ],
  ["https://www.youtube.com/embed/dQw4w9WgXcQ?start=30", "https://www.youtube.com/watch?v=dQw4w9WgXcQ&amp;t=30s", 30],
  ["https://vimeo.com/123456789#t=1m5s", "https://vimeo.com/123456789#t=65s", 65],
  ["https://youtu.be/dQw4w9WgXcQ?t=soon", "https://www.youtube.com/watch?v=dQw4w9WgXcQ", undefined],
])("a video starts where its address says: %s", async (address, href, start) => {
  const html = await show(`<p>${address}</p>`);
  expect(html).toContain(`href="${href}"`);
  expect(/data-start="(\d+)"/.exec(html)?.[1]).toBe(start?.toString());
});

test("a video file plays without scripts, with its captions", async () => {
  const html = await show(
    '<p>[video src="videos/tea.webm" captions="videos/tea.vtt" caption="Tea <hill>"]</p>'.replace(
      "<hill>",
      "&lt;hill&gt;",
    ),
  );
  expect(html).toMatch(
    /<noscript><video controls="" preload="metadata".*<source src="\/media\/bb\/tea.webm" type="video\/webm"\/>/,
  );
  expect(html).toContain('kind="captions" src="/media/bb/tea.vtt"');
  expect(html).toContain("<figcaption>Tea &lt;hill&gt;</figcaption>");
  expect(await show('<p>[video src="videos/none.webm"]</p>')).not.toContain("figure");
});

test.each(["src", "mp3", "m4a", "ogg", "wav"])(
  "a recording named by %s plays in the browser's own player",
  async (attribute) => {
    const html = await show(`<p>[audio ${attribute}="talks/talk.m4a" title="A talk"]</p>`);
    expect(html).toContain('<audio controls="" preload="none" src="/media/bb/talk.m4a" aria-label="A talk">');
  },
);

test("other addresses in [embed] become links", async () => {
  expect(await show("<p>[embed]https://example.com/a?b=1&amp;c=2[/embed]</p>")).toContain(
    '<a href="https://example.com/a?b=1&amp;c=2" rel="noopener noreferrer">',
  );
  expect(await show("<p>[embed]javascript:alert(1)[/embed]</p>")).not.toContain("javascript");
});

test("a gallery links its pictures to the lightbox, and captions are text", async () => {
  const html = (await load(await write(`<p>[gallery ids="${pictureId},999" columns=2]</p>`))).body;
  expect(html).toContain("<shop-images");
  expect(html).toContain(
    '<div class="gallery block block-gallery block-gallery--2"><figure class="gallery-item gallery-item--of-1"><a href="/media/aa/leaf.jpg"',
  );
  expect(html).toContain("<figcaption>In spring</figcaption>");
});

test("[caption] makes a figure", async () => {
  expect(
    await show('<p>[caption id="a" align="left"]<img src="/media/aa/leaf.jpg" alt="x" /> A <b>leaf</b>[/caption]</p>'),
  ).toContain(
    '<figure class="wp-caption block"><div><picture><img width="1200" height="900" loading="lazy" src="/media/aa/leaf.jpg" alt="x" /></picture></div><figcaption class="wp-caption-text">A leaf</figcaption></figure>',
  );
});

test("a picture in the text is offered in the sizes that browsers need, once they have been made", async () => {
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into media (content_hash, file, media_type, width, height, byte_size)
    values (repeat('c', 64), 'cc/root.jpg', 'image/jpeg', 1200, 900, 1) returning id`);
  const address = await write(
    '<p><a href="/shop/"><img src="/media/cc/root.jpg" alt="Root" class="alignleft" width="300" height="225" /></a></p><p><img src="/media/no/where.jpg" alt="" /></p>',
  );
  const shown = async () => bodyOf((await load(address)).body);
  expect(await shown()).not.toContain("srcSet");
  const mediaId = Number(rows[0]?.id);
  await inTransaction(db, async (db) => {
    await db.execute(
      sql`update media set renditions = ${JSON.stringify([
        { format: "avif", width: 400, height: 300, file: "cc/root-400.avif" },
        { format: "avif", width: 1200, height: 900, file: "cc/root-1200.avif" },
      ])}::jsonb where id = ${mediaId}`,
    );
    await announceChange(db, await pagesWith(db, mediaId));
  });
  await vi.waitFor(async () =>
    expect(await shown()).toContain(
      '<a href="/shop/"><picture><source type="image/avif" srcSet="/media/cc/root-400.avif 400w, /media/cc/root-1200.avif 1200w" sizes="min(300px, 92vw)"/><img loading="lazy" src="/media/cc/root.jpg" alt="Root" class="alignleft" width="300" height="225" /></picture></a>',
    ),
  );
  expect(await shown()).toContain('<p><img src="/media/no/where.jpg" alt="" /></p>');
});

test("a carousel has its slides in a strip that scrolls without scripts", async () => {
  const html = await show(
    `<p>[carousel pictures="${pictureId},/media/aa/leaf.jpg" title="Hills" autoplay=5]</p><p>[carousel skus="GT,M"]</p>`,
  );
  expect(html).toContain('<section class="block block-carousel" aria-label="Hills"><shop-carousel data-autoplay="5">');
  expect(html).toMatch(
    /<ul id="slides-1" class="slides block-slides--3" role="list"><li><a href="\/media\/aa\/leaf.jpg"/,
  );
  expect(html).toMatch(
    /<ul id="slides-2" class="slides block-slides--3 slides--cards products" role="list"><li class="product/,
  );
});

test("a pricing table shows plans that are products, with their buttons, and plans that lead elsewhere", async () => {
  const html = await show(
    '<p>[pricing_table id="tea"]</p><p>[plan sku=GT name="One month" featured=yes]</p><ul><li>30 bags</li></ul><p>[/plan]</p>' +
      '<p>[plan name="Wholesale" price="Rs 900" link="/wholesale/"]x[/plan]</p><p>[/pricing_table]</p>',
  );
  expect(html).toContain('id="fca-ept-table-tea"');
  expect(html).toContain('<p class="fca-ept-plan block-title">One month</p>');
  expect(html).toContain("<ul><li>30 bags</li></ul>");
  expect(html).toContain(`href="${routes.addToCart(productId)}"`);
  expect(html).toMatch(/<a href="\/wholesale\/" class="btn btn--tint fca-ept-button">.*Choose Wholesale/);
});

test("downloads are listed with type and size", async () => {
  const html = await show('<p>[downloads files="downloads/guide.pdf,none.pdf"]</p>');
  expect(html).toContain(
    '<a href="/media/bb/guide.pdf" download="guide.pdf">guide.pdf</a> <span class="muted">PDF, 1.3 MB</span>',
  );
  expect(html.match(/<li>/g)).toHaveLength(1);
});

test("values of attributes are text", async () => {
  const html = await show(
    '<p>[carousel title="&lt;img src=x onerror=alert(1)&gt;" skus=GT]</p><p>[video src="https://youtu.be/dQw4w9WgXcQ" title="&quot;&gt;&lt;script&gt;"]</p>',
  );
  expect(html).not.toMatch(/<script|<img src=x/);
  expect(html).toContain('aria-label="&lt;img src=x onerror=alert(1)&gt;"');
});

test("a price change drops the pages that show the product, and no others", async () => {
  const shown = await write("<p>[product sku=GT]</p>");
  const other = await write("<p>[product sku=M]</p>");
  for (const address of [shown, other]) await load(address);
  await db.execute(sql`update products set name = 'Black tea' where id = ${productId}`);
  await db.execute(sql`update products set name = 'Peppermint' where sku = 'M'`);
  await inTransaction(db, (db) => announceChange(db, [`product:${productId}`]));
  expect((await load(shown)).body).toContain("Black tea");
  expect((await load(other)).body).toContain("Mint");
});

test("a page takes the same number of statements for one block of each kind as for twenty", async () => {
  const blocks = (times: number) =>
    Array.from(
      { length: times },
      (_, index) =>
        `<p>[product sku=GT]</p><p>[product slug=mint]</p><p>[products limit=${index + 1}]</p><p>[gallery ids=${pictureId}]</p><p>[downloads files="downloads/guide.pdf"]</p>`,
    ).join("");
  const statementsOf = async (body: string) => {
    const address = await write(body);
    const query = vi.spyOn(pool, "query");
    await load(address);
    const { length } = query.mock.calls;
    query.mockRestore();
    return length;
  };
  const cold = await statementsOf(blocks(20));
  const [none, one, many] = [
    await statementsOf("<p>A</p>"),
    await statementsOf(blocks(1)),
    await statementsOf(blocks(20)),
  ];
  expect(one).toBe(many);
  expect(cold - none).toBeLessThanOrEqual(4);
});

test("newsletter forms of a page have ids of their own", async () => {
  const html = await show("<p>[newsletter]</p><p>[newsletter]</p>");
  expect(html.match(/<form [^>]*action="\/newsletter\/"/g)).toHaveLength(2);
  expect(html.match(/id="jp_retrieve_subscriptions_link"/g)).toHaveLength(1);
  const ids = [...html.matchAll(/id="(newsletter-email-\d+)"/g)].map(([, id]) => id);
  expect(new Set(ids).size).toBe(2);
});
