import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "drizzle-orm";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { announceChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { routes } from "#routes";
import { saveForm } from "#shop/contact/forms/contact-forms.ts";
import { readFormFile } from "#shop/contact/forms/form-file.rules.ts";
import { setSetting } from "#shop/settings/settings.ts";
import { openBrowser } from "../support/browser.ts";
import { openedAMinuteAgo, recordPosts } from "../support/contact-form.ts";
import { originalFormScript } from "../support/originals/original-form-script.ts";
import { type OwnShop, ownShop } from "../support/own-shop.ts";
import { expectAccessible } from "../support/page-checks.ts";

const browser = openBrowser();
const now = new Date();
const form = "main .wpcf7-form";
const page = routes.article("fields");
let origin: string;
let shop: OwnShop;

const mail = `
=== mail ===
To: shop@example.com
From: Shop <shop@example.com>
Subject: A message

=== mail body ===
[your-name]
`;

const templates = {
  fields: `<label>Name [text* your-name id:name]</label>
<label>Email [email your-email id:email]</label>
<label>Website [url website id:website]</label>
[checkbox size exclusive use_label_element "Small" "Large"]
[checkbox source use_label_element free_text "A friend" "Elsewhere"]
<label>Message [textarea message id:message minlength:5 maxlength:20]</label> [count message down]
[quiz sum id:sum "One and one?|2"]
[captchac code] <label>Characters [captchar code id:code]</label>
[acceptance robot invert]I am a robot.[/acceptance]
[acceptance terms]I accept the terms.[/acceptance]
<div class="inert-on-sent"><label>Note [text note id:note]</label></div>
<p>Your name: [output your-name], your address: [output your-email]</p>
[submit]`,
  news: '<label>Your email address [email* your-email id:news-email]</label>[submit "Subscribe"]',
  short: "<label>Question [text* question id:question]</label>[submit]",
};

beforeAll(async () => {
  const ends: (() => Promise<unknown>)[] = [];
  shop = await ownShop({ onEnd: (end) => ends.unshift(end) });
  await shop.useDatabase(async (db) => {
    for (const [slug, template] of Object.entries(templates)) {
      const file = `---\ntitle: ${slug}\nslug: ${slug}\n---\n=== form ===\n${template}\n${mail}`;
      await saveForm(db, readFormFile(file).form, now);
    }
    await addPage(db, "fields");
    await addPage(db, "short");
    await setSetting(db, "footer_form", "news");
  });
  ({ origin } = await shop.start());
  return async () => {
    for (const end of ends) await end();
  };
});

async function addPage(db: Database, slug: string): Promise<void> {
  await db.execute(
    sql`insert into articles (type, slug, title, body, status, published_at, updated_at)
      values ('page', ${slug}, ${slug}, ${`[contact-form-7 id="${slug}"]`}, 'publish', ${now}, ${now})`,
  );
  await announceChange(db, ["articles"]);
}

async function openForm(path = page, options: Parameters<typeof browser.newPage>[0] = {}) {
  const opened = await browser.newPage({ origin, ...options });
  await opened.page.goto(path);
  if (options.javaScript !== false) await opened.page.waitForSelector("main .wpcf7.js");
  return opened;
}

const captcha = (page: Page) => page.getAttribute(".wpcf7-captchac", "src");

/** Answers the question that a captcha has for people who cannot see it. */
async function answerCaptcha(page: Page): Promise<void> {
  const question = (await page.getAttribute(".wpcf7-captchac", "alt")) ?? "";
  const numbers = "zero one two three four five six seven eight nine ten".split(" ");
  const [first = 0, second = 0] = question.match(/\w+(?= plus)|\w+(?=\?)/g)?.map((word) => numbers.indexOf(word)) ?? [];
  await page.fill("#code", String(first + second));
}

describe("the fields of a form", () => {
  test("follow each other: one exclusive box, a free text for its box, completed addresses, repeated values", async () => {
    const { page } = await openForm();
    await expect.poll(() => page.isDisabled(".wpcf7-free-text")).toBe(true);
    // Once the rules have loaded, a changed field is checked with those before it.
    await expect.poll(() => page.evaluate(() => [...window.wpcf7.schemas.values()].every(Boolean))).toBe(true);
    await page.check("[value=Small]");
    await page.check("[value=Large]");
    expect(await page.isChecked("[value=Small]")).toBe(false);
    expect(await page.locator("[data-name=size] .wpcf7-not-valid-tip").count()).toBe(0);
    await page.check("[value=Elsewhere]");
    expect(await page.evaluate(() => document.activeElement?.className)).toContain("wpcf7-free-text");
    await page.fill("#website", "//example.com/shop");
    await page.fill("#name", "Sana");
    await page.fill("#email", "nobody");
    await page.press("#email", "Tab");
    expect(await page.inputValue("#website")).toBe("http://example.com/shop");
    expect(await page.locator("output").allTextContents()).toEqual(["Sana", ""]);
    await page.fill("#message", "Four");
    expect(await page.textContent(".wpcf7-character-count.too-short")).toBe("16");
    await page.fill("#message", "Enough");
    expect(await page.locator(".wpcf7-character-count.too-short").count()).toBe(0);
  });

  test("keep the button disabled, and say why, until terms are accepted and while an inverted box is checked", async () => {
    const { page } = await openForm();
    const isDisabled = () => page.isDisabled(`${form} .wpcf7-submit`);
    const saysWhy = () => page.isVisible(`${form} .wpcf7-terms-hint`);
    expect([await isDisabled(), await saysWhy()]).toEqual([true, true]);
    await page.check("[name=terms]");
    expect([await isDisabled(), await saysWhy()]).toEqual([false, false]);
    await page.check("[name=robot]");
    expect(await isDisabled()).toBe(true);
    await expectAccessible(page, form);
  });

  test("a captcha shows another picture on request and after an answer; it can be answered without seeing it", async () => {
    const { page } = await openForm(undefined, { width: 360 });
    await page.fill("#name", "Sana");
    await page.fill("#message", "Hello there");
    await page.check("[name=terms]");
    await openedAMinuteAgo(page);
    const first = await captcha(page);
    await page.click(".captcha-refresh.is-ready");
    await expect.poll(() => captcha(page)).not.toBe(first);
    expect(await page.locator("#code:focus").count()).toBe(1);
    expect(await page.inputValue("#name")).toBe("Sana");

    const second = await captcha(page);
    await page.fill("#sum", "3");
    await page.fill("#code", "WRONG");
    await page.click(`${form} .wpcf7-submit`);
    await page.waitForSelector(`${form}.invalid`);
    expect(await page.locator(`${form} .wpcf7-not-valid-tip`).allTextContents()).toEqual([
      "The answer to the quiz is incorrect.",
      "Your entered code is incorrect.",
    ]);
    expect(await captcha(page)).not.toBe(second);
    expect(await page.inputValue("#sum")).toBe("");
    await expectAccessible(page, form);

    await page.fill("#sum", "2");
    await answerCaptcha(page);
    await page.click(`${form} .wpcf7-submit`);
    await page.waitForSelector(`${form}.sent`);
    expect(await page.locator("#note").evaluate((note) => note.closest("[inert]") !== null)).toBe(true);
    await expectAccessible(page, form);
  });
});

describe("without scripts", () => {
  test("a refused form shows all that was typed, and the first error has the focus", async () => {
    const { page } = await openForm(undefined, { javaScript: false });
    await page.fill("#name", "Sana");
    await page.fill("#email", "nobody");
    await page.check("[value=Large]");
    await page.check("[value=Elsewhere]");
    await page.fill(".wpcf7-free-text", "A bus");
    await page.fill("#message", "Hello there");
    await page.check("[name=terms]");
    await page.click(`${form} .wpcf7-submit`);
    await page.waitForSelector(`${form}.invalid`);
    expect(await page.locator(":focus").getAttribute("id")).toBe("email");
    expect(await page.inputValue("#name")).toBe("Sana");
    expect(await page.inputValue("#message")).toBe("Hello there");
    expect(await page.inputValue(".wpcf7-free-text")).toBe("A bus");
    for (const box of ["[value=Large]", "[value=Elsewhere]", "[name=terms]"])
      expect(await page.isChecked(box)).toBe(true);
    await expectAccessible(page, form);
  });

  test("the footer's form answers on the page that it was sent from", async () => {
    const { page } = await openForm(routes.shop(), { javaScript: false });
    await page.fill("#news-email", "sana@example.com");
    await page.click("footer .wpcf7-submit");
    await page.waitForSelector("footer .wpcf7-form.sent");
    expect(new URL(page.url()).pathname).toBe(routes.shop());
    expect(await page.textContent("footer .wpcf7-response-output:focus")).toContain("Thank you for your message.");
  });
});

test("two forms of a page are sent on their own", async () => {
  const { page } = await openForm(routes.article("short"));
  const posts = recordPosts(page);
  await page.click("footer .wpcf7-submit");
  await page.waitForSelector("footer .wpcf7-form.invalid");
  expect(await page.getAttribute(form, "data-status")).toBe("init");
  expect(posts).toHaveLength(1);
});

test("a script of the field sends the form if the setting leaves it to scripts", async () => {
  await shop.useDatabase((db) => setSetting(db, "widget_handlers", { contact: "scripts" }));
  onTestFinished(() => shop.useDatabase((db) => setSetting(db, "widget_handlers", {})));
  const { page } = await browser.newPage({ origin });
  const script = `(${originalFormScript.toString()})()`;
  await page.route("**/other.js", (route) => route.fulfill({ contentType: "text/javascript", body: script }));
  await expect
    .poll(async () => {
      await page.goto(routes.article("fields"));
      return page.getAttribute("html", "data-chowk-widgets");
    })
    .toBe("contact:scripts");
  await page.addScriptTag({ url: "/other.js" });
  const posts = recordPosts(page);
  await page.fill("#name", "Sana");
  await page.fill("#message", "Hello there");
  await page.check("[name=terms]");
  await openedAMinuteAgo(page);
  const first = await captcha(page);
  await page.click(`${form} .wpcf7-submit`);
  await page.waitForSelector(`${form}.invalid`);
  await expect.poll(() => captcha(page)).not.toBe(first);
  await page.fill("#sum", "2");
  await answerCaptcha(page);
  await page.click(`${form} .wpcf7-submit`);
  await page.waitForSelector(`${form}.sent[data-refilled]`);
  expect(await page.inputValue("#name")).toBe("");
  expect(await page.locator(".wpcf7-not-valid-tip").count()).toBe(0);
  expect(posts).toHaveLength(2);
});

/** Runs in the page as a service's script: a button solves the puzzle. */
function fakeService(name: "turnstile" | "hcaptcha", field: string): void {
  const answers: HTMLInputElement[] = [];
  const api = {
    render(place: HTMLElement, options: { sitekey: string; callback: () => void }) {
      const answer = Object.assign(document.createElement("input"), { type: "hidden", name: field });
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: "I am a person" });
      button.onclick = () => {
        answer.value = `answer for ${options.sitekey}`;
        options.callback();
      };
      place.append(answer, button);
      return answers.push(answer) - 1;
    },
    reset(widget: number) {
      const answer = answers[widget];
      if (answer) answer.value = "";
    },
  };
  Object.assign(window, { [name]: api });
  (window as never as { chowkPuzzleReady: () => void }).chowkPuzzleReady();
}

describe.each([
  ["turnstile", "https://challenges.cloudflare.com/", "cf-turnstile-response"],
  ["hcaptcha", "https://js.hcaptcha.com/", "h-captcha-response"],
] as const)("with %s", (service, host, field) => {
  /** Switches the service on; its answers are verified by a server of ours. @returns what was verified */
  async function useService(): Promise<string[]> {
    const verified: string[] = [];
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => {
        body += chunk.toString();
      });
      request.on("end", () => {
        verified.push(new URLSearchParams(body).get("response") ?? "");
        response.end(JSON.stringify({ success: true }));
      });
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const { port } = server.address() as AddressInfo;
    const set = (values: Record<string, string>) =>
      shop.useDatabase(async (db) => {
        for (const [name, value] of Object.entries(values)) await setSetting(db, name, value);
      });
    const keys = { puzzle_site_key: "public", puzzle_secret_key: "secret" };
    await set({ puzzle_service: service, puzzle_verify_url: `http://127.0.0.1:${port}/`, ...keys });
    onTestFinished(async () => {
      await set({ puzzle_service: "none" });
      server.close();
    });
    return verified;
  }

  test("the puzzle is loaded when the form is first used, and must be solved before the form is sent", async () => {
    const verified = await useService();
    const { page, faults } = await browser.newPage({ origin });
    const loads: string[] = [];
    await page.route(`${host}**`, (route) => {
      loads.push(route.request().url());
      const body = `(${fakeService.toString()})("${service}", "${field}")`;
      return route.fulfill({ contentType: "text/javascript", body });
    });
    const isPuzzle = () => page.locator("main .wpcf7-puzzle").count();
    await expect
      .poll(async () => {
        await page.goto(routes.article("short"));
        return isPuzzle();
      })
      .toBe(1);
    await page.waitForSelector("main .wpcf7.js");
    await page.waitForLoadState("networkidle");
    expect(loads).toEqual([]);

    await page.locator("#question").pressSequentially("Why?");
    const puzzle = page.locator("main .wpcf7-puzzle");
    await puzzle.getByRole("button").waitFor();
    expect(loads).toHaveLength(1);
    const posts = recordPosts(page);
    await page.press("#question", "Enter");
    await expect.poll(() => puzzle.getByRole("alert").textContent()).toBe("Please complete this check first.");
    expect(posts).toEqual([]);
    await expectAccessible(page, form);

    await puzzle.getByRole("button").click();
    expect(await puzzle.getByRole("alert").textContent()).toBe("");
    await openedAMinuteAgo(page);
    await page.press("#question", "Enter");
    await page.waitForSelector(`${form}.sent`);
    expect(verified).toEqual(["answer for public"]);
    expect(await page.inputValue(`main [name=${field}]`)).toBe("");
    expect(faults.splice(0).filter((fault) => !fault.startsWith(`cross-origin request: ${host}`))).toEqual([]);
  });
});
