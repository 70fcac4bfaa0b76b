import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Database } from "#db/database.ts";
import { routes } from "#routes";
import { addProduct, noon } from "#shop/cart/cart.fixtures.ts";
import { saveForm } from "#shop/contact/forms/contact-forms.ts";
import { readFormFile } from "#shop/contact/forms/form-file.rules.ts";
import { checkArticles } from "#shop/content/blocks/check-articles.ts";
import { checkBody } from "#shop/content/blocks/check-body.ts";
import { parseBody, withoutBlocks } from "#shop/content/blocks/parse-body.ts";
import { markdownToHtml } from "#shop/content/import/markdown.ts";
import { FormBrowser, openWholeShop } from "#wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";

const quiz = `<p>Find yours.</p>
<p>[quiz id="7" title="Which &lt;tea&gt;?"]</p>
<p>[quiz_question text="How strong?"]</p>
<p>[quiz_answer text="Very" points="black 2, green"]</p>
<p>[quiz_answer text="&lt;script&gt;Little" points="green 2"]</p>
<p>[/quiz_question]</p>
<p>[quiz_question text="With milk?"]</p>
<p>[quiz_answer text="Yes" points="black"]</p>
<p>[quiz_answer text="No" points="green"]</p>
<p>[/quiz_question]</p>
<p>[quiz_result name="green" title="Green for you"]</p>
<p>It is light.</p>
<p>[product sku="GT"]</p>
<p>[lead_form id="mail-me"]</p>
<p>[/quiz_result]</p>
<p>[quiz_result name="black" title="Black for you"]</p>
<p>It is strong.</p>
<p>[/quiz_result]</p>
<p>[/quiz]</p>`;
const address = routes.article("which-tea");

let db: Database;
let app: FastifyInstance;
beforeAll(async () => {
  const database = await createTestDatabase();
  ({ db } = database);
  ({ app } = await openWholeShop(database, () => noon));
  await addProduct(db, { slug: "green-tea", name: "Sencha", sku: "GT" });
  const form = "---\ntitle: Mail\nslug: mail-me\n---\n=== form ===\n[email* your-email][submit]\n";
  await saveForm(db, readFormFile(form).form, noon);
  await db.execute(sql`insert into articles (type, slug, title, body, published_at)
    values ('page', 'which-tea', 'Tea', ${quiz}, ${noon})`);
});
afterAll(() => app.close());

const load = (path: string) => new FormBrowser(app).get(path);
const quizIn = (html: string) => /<section class="fca_qc_quiz.*?<\/section>/s.exec(html)?.[0] ?? "";
const dataOf = (html: string) => /<script type="application\/json">(.*?)<\/script>/s.exec(html)?.[1] ?? "{}";
/** The quiz as it is without scripts. */
const show = async (query = "") => {
  const html = quizIn((await load(address + query)).body);
  return html.replace(dataOf(html), "");
};

/** Sends the form of a page, as a browser without scripts does. */
async function send(html: string, answer?: number): Promise<string> {
  const state = /name="quiz" value="([\d.]+)"/.exec(html)?.[1] ?? "";
  return show(`?quiz=${state}${answer === undefined ? "" : `&quiz_answer=${answer}`}&quiz_next=1`);
}

test("a quiz asks one question a page and ends in the result with the most points, its products and its form", async () => {
  const first = await show();
  expect(first).toContain('id="fca_qc_quiz_7"');
  expect(first).toContain("Which &lt;tea&gt;?");
  expect(first).toContain("&lt;script&gt;Little");
  expect(first).toContain("Question 1 of 2");
  expect(first).not.toContain("With milk?");
  expect(first).not.toContain("for you");
  const second = await send(first, 1);
  expect(second).toContain("With milk?");
  expect(second).toContain(`href="${address}#fca_qc_quiz_7"`);
  const result = await send(second, 0);
  expect(result).toContain('data-quiz-result="Green for you"');
  expect(result).toContain("It is light.");
  expect(result).toContain("Sencha");
  expect(result).not.toContain("It is strong.");
  expect(result).toMatch(
    new RegExp(`class="wpcf7-form init fca_eoi_form"[^>]* action="${address}\\?quiz=7&amp;quiz_result=green#`),
  );
  expect(await send(await send(first, 0), 0)).toContain("It is strong.");
  // Two points each: the first result wins.
  expect(await send(await send(first, 0), 1)).toContain("It is light.");
});

test("the browser gets the questions and nothing of points and results", async () => {
  const data = dataOf(quizIn((await load(address)).body));
  expect(JSON.parse(data).props).toMatchObject({
    questions: [
      { text: "How strong?", answers: ["Very", "<script>Little"] },
      { text: "With milk?", answers: ["Yes", "No"] },
    ],
    given: [],
  });
  expect(data).not.toMatch(/<script>|points|black|green|for you/);
});

test("a question that is sent without an answer is asked again, with an error", async () => {
  const again = await send(await show());
  expect(again).toContain("Question 1 of 2");
  expect(again).toMatch(/role="alert" id="fca_qc_quiz_7_error">Please choose an answer/);
  expect(await show("?quiz=7.1")).not.toContain("Please choose");
});

test("a result has an address without the answers, which is no completion and the only one that is cached", async () => {
  const shared = await load(`${address}?quiz=7&quiz_result=black`);
  expect(quizIn(shared.body)).toContain("It is strong.");
  expect(quizIn(shared.body)).not.toContain("data-quiz-result");
  expect(await show("?quiz=7.0.0")).toContain(`href="${address}?quiz=7&amp;quiz_result=black#fca_qc_quiz_7"`);
  const isCached = async (query: string) => {
    await load(address + query);
    return (await load(address + query)).headers["x-cache"] === "hit";
  };
  expect(await isCached("")).toBe(true);
  expect(await isCached("?quiz=7&quiz_result=black")).toBe(true);
  for (const query of ["?quiz=7.0.0", "?quiz=7.5&quiz_result=black", "?quiz=8", "?quiz=7&quiz_result=none"])
    expect(await isCached(query)).toBe(false);
});

test.each([
  "?quiz=8.0.0",
  "?quiz=7.9.0",
  "?quiz=7.-1",
  "?quiz=7.0x.1",
  "?quiz=x&quiz_answer=0",
  "?quiz=7&quiz_result=__proto__",
])("%s starts the quiz again", async (query) => {
  expect(await show(query)).toContain("Question 1 of 2");
});

test("the check names what a quiz lacks, and feeds show no results", () => {
  expect(checkBody(quiz)).toEqual([]);
  expect(checkBody(quiz.replace('points="green 2"', 'points="gren 2"'))).toEqual([
    expect.stringContaining('has points for "gren", which is no result of it'),
  ]);
  expect(checkBody(quiz.replace('name="black"', 'name="green"'))).toContainEqual(
    expect.stringContaining("need names of their own"),
  );
  expect(checkBody(quiz.replace("black 2, green", "black two"))).toContainEqual(
    expect.stringContaining("has to be results with their points"),
  );
  expect(checkBody("<p>[quiz id=1]</p><p>A</p><p>[/quiz]</p>")).toContainEqual(
    expect.stringContaining("needs a question with answers, and a result"),
  );
  expect(withoutBlocks(quiz)).not.toContain("It is");
});

test("the check names quizzes with one id, text that is never shown, and parts outside a quiz", () => {
  expect(checkBody(`${quiz}${quiz}`)).toEqual([expect.stringContaining("has the id of another quiz")]);
  const lost = quiz
    .replace('<p>[quiz_question text="With milk?"]</p>', '<p>Lost</p><p>[quiz_question text="With milk?"]</p>')
    .replace('<p>[quiz_answer text="Yes"', '<p>Lost too</p><p>[quiz_answer text="Yes"');
  expect(checkBody(lost)).toEqual([
    expect.stringMatching(/"Lost" is not shown: text of a quiz belongs into its results/),
    expect.stringMatching(/"Lost too" is not shown/),
  ]);
  const outside = '<p>[quiz_question text="A"]</p><p>[quiz_answer text="B" points="c"]</p><p>[/quiz_question]</p>';
  expect(checkBody(outside)).toEqual([expect.stringContaining("is not shown: it is not in a quiz")]);
  expect(checkBody('<p>[quiz_answer text="B" points="c"]</p>')).toEqual([
    expect.stringContaining("is not shown: it is not in a quiz_question"),
  ]);
});

test("articles check names a quiz whose id another article has", async () => {
  await db.execute(sql`insert into articles (type, slug, title, body, published_at)
    values ('page', 'zz-other-tea', 'Tea', ${quiz}, ${noon})`);
  onTestFinished(async () => void (await db.execute(sql`delete from articles where slug = 'zz-other-tea'`)));
  expect(await checkArticles(db)).toEqual([expect.stringMatching(/^zz-other-tea: quiz 7 is in which-tea too/)]);
});

test("text right above, between and below the lines of shortcodes in Markdown stays where it is", () => {
  const text = `Above
[quiz id="7" title="Tea"]
[quiz_question text="Milk?"]
[quiz_answer text="Yes" points="black"]
[/quiz_question]
[quiz_result name="black" title="Black"]
It is strong.
- one
- two
[/quiz_result]
[/quiz]
Below`;
  const html = markdownToHtml(text);
  expect(checkBody(html)).toEqual([]);
  const { parts } = parseBody(html);
  expect(parts).toMatchObject([expect.stringContaining("Above"), { name: "quiz" }, expect.stringContaining("Below")]);
  expect(JSON.stringify(parts)).toContain("It is strong.");
});
