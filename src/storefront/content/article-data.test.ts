import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { routes } from "#routes";
import { openWholeShop, origin } from "#wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";

let database: TestDatabase;
let app: FastifyInstance;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ app } = await openWholeShop(database, () => new Date(Date.UTC(2026, 10, 21, 12))));
  await database.pool.query(`
    insert into authors (slug, name) values ('ayesha', 'Ayesha Khan');
    insert into topics (kind, slug, name) values ('category', 'sleep', 'Sleep'), ('tag', 'magnesium', 'Magnesium');
    insert into articles (type, slug, title, excerpt, body, author_id, published_at, updated_at) values
      ('post', 'rest', 'Rest </script> well', 'Short', '<p>Four words of text</p>',
        (select id from authors), '2026-02-03', '2026-02-01'),
      ('page', 'faq', 'Questions', '', '<h2>Orders</h2><h3>How do I <em>pay</em>?</h3><p>In cash.</p>[gallery ids="1"]
        <h3>When does it come?</h3><p>In two days &amp; sooner.</p>', null, '2026-02-03', '2026-02-03'),
      ('page', 'about', 'About', '', '<h2>Who are we?</h2><p>Two people.</p><h2>Where</h2><p>Lahore.</p>', null,
        '2026-02-03', '2026-02-03');
    insert into article_topics (article_id, topic_id) select a.id, t.id from articles a, topics t where a.slug = 'rest'`);
});
afterAll(() => app.close());

async function dataOf(slug: string): Promise<Record<string, unknown>[]> {
  const { body } = await app.inject({ url: routes.article(slug), headers: { host: new URL(origin).host } });
  return [...body.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json = ""]) =>
    JSON.parse(json),
  );
}

test("an article names its author, publisher, dates, topics and a picture", async () => {
  expect(await dataOf("rest")).toContainEqual({
    "@context": "https://schema.org",
    "@type": "Article",
    headline: "Rest </script> well",
    description: "Short",
    datePublished: "2026-02-03T00:00:00.000Z",
    dateModified: "2026-02-03T00:00:00.000Z",
    author: { "@type": "Person", name: "Ayesha Khan", url: origin + routes.author("ayesha") },
    publisher: { "@type": "Organization", "@id": `${origin}/#organization`, name: expect.any(String) },
    image: {
      "@type": "ImageObject",
      url: expect.stringMatching(/^https:\/\/shop\.example\/share\/article-\d+-[\da-f]{16}\.jpg$/),
      width: 1200,
      height: 630,
    },
    articleSection: ["Sleep"],
    keywords: ["Magnesium"],
    wordCount: 4,
    inLanguage: "en",
    mainEntityOfPage: origin + routes.article("rest"),
    url: origin + routes.article("rest"),
  });
});

test("videos in an article or page have all properties that search engines require", async () => {
  await database.pool.query(`
    insert into media (content_hash, file, media_type, width, height, byte_size) values (repeat('c', 64), 'cc/still.jpg', 'image/jpeg', 9, 9, 1);
    insert into public_files (file, name, media_type, byte_size, source) values ('cc/tea.webm', 'tea.webm', 'video/webm', 9, 'tea.webm');
    insert into articles (type, slug, title, excerpt, body, published_at) values ('post', 'films', 'Films', 'Seen here',
      '<p>[video src="tea.webm" poster="/media/cc/still.jpg" title="Tea"]</p><p>[video src="gone.webm"]</p><p>[embed]https://vimeo.com/123456789/abcdef1234[/embed]</p>', '2026-02-03'),
      ('page', 'tube', 'Tube', '', '<p>https://youtu.be/dQw4w9WgXcQ</p>', '2026-02-03')`);
  const videosOf = async (slug: string) => (await dataOf(slug)).filter((data) => data["@type"] === "VideoObject");
  const context = { "@context": "https://schema.org", "@type": "VideoObject", uploadDate: "2026-02-03T00:00:00.000Z" };
  const drawn = expect.stringMatching(/^https:\/\/shop\.example\/share\/article-\d+-[\da-f]{16}\.jpg$/);
  expect(await videosOf("films")).toEqual([
    {
      ...context,
      name: "Tea",
      description: "Seen here",
      thumbnailUrl: `${origin}/media/cc/still.jpg`,
      contentUrl: `${origin}/media/cc/tea.webm`,
    },
    {
      ...context,
      name: "Films",
      description: "Seen here",
      thumbnailUrl: drawn,
      embedUrl: "https://player.vimeo.com/video/123456789?h=abcdef1234",
    },
  ]);
  const embedUrl = "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ";
  expect(await videosOf("tube")).toEqual([
    { ...context, name: "Tube", description: "Tube", thumbnailUrl: drawn, embedUrl },
  ]);
});

test("a page of questions lists them with their answers, without blocks", async () => {
  const [questions] = (await dataOf("faq")).filter((data) => data["@type"] === "FAQPage");
  expect(questions?.mainEntity).toEqual([
    { "@type": "Question", name: "How do I pay?", acceptedAnswer: { "@type": "Answer", text: "In cash." } },
    {
      "@type": "Question",
      name: "When does it come?",
      acceptedAnswer: { "@type": "Answer", text: "In two days & sooner." },
    },
  ]);
});

test("a page with one question among its headings is no list of questions", async () => {
  const types = (await dataOf("about")).map((data) => data["@type"]);
  expect(types).toContain("BreadcrumbList");
  expect(types).not.toContain("FAQPage");
});
