import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { routes } from "#routes";
import { addProduct, noon } from "#shop/cart/cart.fixtures.ts";
import { FormBrowser, openWholeShop, origin } from "#wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";

let db: Database;
let app: FastifyInstance;
const pictures: number[] = [];
beforeAll(async () => {
  const database = await createTestDatabase();
  db = database.db;
  ({ app } = await openWholeShop(database, () => noon));
  for (const [index, name] of ["front", "side", "poster"].entries()) {
    const renditions = JSON.stringify([
      { format: "webp", width: 400, height: 400, file: `${name}-400.webp` },
      { format: "webp", width: 800, height: 800, file: `${name}-800.webp` },
    ]);
    const { rows } = await db.execute<{ id: number }>(sql`
      insert into media (content_hash, file, media_type, width, height, byte_size, renditions)
      values (${String(index).repeat(64)}, ${`${name}.jpg`}, 'image/jpeg', 1600, 1600, 1, ${renditions}::jsonb) returning id`);
    pictures.push(rows[0]?.id ?? 0);
  }
});
afterAll(() => app.close());

interface Media {
  hasPicture?: boolean;
  video?: { file?: string; youtubeId?: string; posterId?: number | null; captions?: string };
  frames?: readonly number[];
}

async function addWith(slug: string, { hasPicture = true, video, frames = [] }: Media): Promise<void> {
  const id = await addProduct(db, { slug, name: "Green <tea>", shortDescription: "<p>From the hills</p>" });
  if (hasPicture)
    await db.execute(sql`insert into product_media (product_id, position, media_id) values (${id}, 0, ${pictures[0]})`);
  const { file = "", youtubeId = "", posterId = null, captions = "" } = video ?? {};
  if (video)
    await db.execute(sql`
      insert into product_videos (product_id, source, file, media_type, youtube_id, poster_id, captions, created_at)
      values (${id}, 'tea', ${file}, ${file && "video/webm"}, ${youtubeId}, ${posterId}, ${captions}, '2026-11-01T10:00:00Z')`);
  for (const [position, frame] of frames.entries())
    await db.execute(sql`insert into product_spin_frames values (${id}, ${position}, ${frame})`);
}

const load = async (slug: string) => new FormBrowser(app).get(routes.product(slug));
const dataOf = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)]
    .map(([, json]) => JSON.parse(json ?? "null"))
    .find((data) => data["@type"] === "Product");

test("a file is linked by its poster, played by the browser without scripts, and told to search engines", async () => {
  await addWith("filed", { video: { file: "ab/tea.webm", posterId: pictures[2] ?? null, captions: "ab/tea.vtt" } });
  const { body, headers } = await load("filed");
  const slide = /<div class="[^"]*gallery-video" id="product-video".*?<\/shop-video>/s.exec(body)?.[0] ?? "";
  expect(slide).toContain('<a class="media-still" href="/media/ab/tea.webm" aria-label="Play the video about Green');
  expect(slide).toContain('data-thumb="/media/poster.jpg#video"');
  expect(slide).toMatch(/<noscript><video [^>]*controls=""[^>]*preload="none"[^>]*poster="\/media\/poster.jpg"/);
  expect(slide).toContain('<source src="/media/ab/tea.webm" type="video/webm"/>');
  expect(slide).toMatch(/<track [^>]*kind="captions" src="\/media\/ab\/tea.vtt" srcLang="en"/i);
  expect(body).toContain('href="#product-video" aria-label="Video: Green &lt;tea&gt;"');
  expect(headers["content-security-policy"]).toContain("frame-src 'none';");
  expect(dataOf(body).subjectOf).toEqual({
    "@type": "VideoObject",
    name: "Green <tea>",
    description: "From the hills",
    thumbnailUrl: `${origin}/media/poster.jpg`,
    uploadDate: "2026-11-01T10:00:00.000Z",
    contentUrl: `${origin}/media/ab/tea.webm`,
  });
});

test("a video on YouTube is a link with the first picture, and only its page may show the player", async () => {
  await addWith("tubed", { video: { youtubeId: "dQw4w9WgXcQ" } });
  const { body, headers } = await load("tubed");
  const slide = /<div class="[^"]*gallery-video" id="product-video".*?<\/shop-video>/s.exec(body)?.[0] ?? "";
  expect(slide).toContain('href="https://www.youtube.com/watch?v=dQw4w9WgXcQ"');
  expect(slide).toContain('src="/media/front.jpg"');
  expect(slide).not.toContain("<noscript>");
  expect(body).not.toMatch(/<iframe|src="https:\/\/[^"]*youtube/);
  expect(headers["content-security-policy"]).toContain("frame-src https://www.youtube-nocookie.com;");
  expect(dataOf(body).subjectOf).toMatchObject({ embedUrl: "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" });
});

test("a spin set has its first picture, the addresses of all, and a thumbnail", async () => {
  await addWith("spun", { frames: pictures });
  const { body } = await load("spun");
  expect(body).toContain(
    'data-frames="[&quot;/media/front-800.webp&quot;,&quot;/media/side-800.webp&quot;,&quot;/media/poster-800.webp&quot;]"',
  );
  expect(body).toContain('href="#product-spin" aria-label="Green &lt;tea&gt; from all sides"');
  expect(/id="product-spin".*?<\/shop-spin>/s.exec(body)?.[0].match(/<img /g)).toHaveLength(1);
  expect(dataOf(body).subjectOf).toBeUndefined();
});

test("pictures keep their markup next to a video, and pages without one have neither its styles nor its element", async () => {
  await addWith("plain", {});
  await addWith("both", { video: { youtubeId: "dQw4w9WgXcQ" }, frames: pictures });
  const pictureOf = (html: string) => /<div class="woocommerce-product-gallery__image" .*?<\/div>/s.exec(html)?.[0];
  const [plain, both] = [(await load("plain")).body, (await load("both")).body];
  expect(pictureOf(both)).toBe(pictureOf(plain));
  expect(plain).not.toMatch(/shop-video|shop-spin|gallery-media/);
  expect(both.match(/class="woocommerce-product-gallery__image/g)).toHaveLength(3);
});

test("a video without a poster has the spin set's picture if its product has no pictures", async () => {
  await addWith("framed", { hasPicture: false, video: { youtubeId: "dQw4w9WgXcQ" }, frames: pictures });
  const { body } = await load("framed");
  expect(body).toContain('data-thumb="/media/front.jpg#video"');
});

test("a product without pictures shows its video after the placeholder", async () => {
  await addWith("bare", { hasPicture: false, video: { file: "ab/tea.webm" } });
  const { body } = await load("bare");
  expect(body).toMatch(/woocommerce-product-gallery__image--placeholder.*id="product-video"/s);
  expect(body).not.toContain("poster=");
});
