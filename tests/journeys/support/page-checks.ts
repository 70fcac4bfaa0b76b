import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Nothing that axe can find against WCAG 2.2 AA or good practice.
 * @param part a selector of what is examined; default: the page
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  const scriptless = await page.evaluate(() => matchMedia("(scripting: none)").matches);
  const examined = scriptless ? await scriptedCopy(page) : page;
  await untilStill(examined);
  const violations = await violationsIn(examined, part);
  const inWords = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.html).join(" | ")})`,
  );
  expect(inWords, `accessibility of ${page.url()}`).toEqual([]);
  if (examined !== page) await examined.context().close();
}

/** Steps that were found accessible, each with how it was looked at. */
const examinedBefore = new Set<string>();

/**
 * The same of a step that many journeys take alike: on the first way through it at each width, with scripts and without.
 * @param step its name
 */
export async function expectAccessibleOnce(page: Page, step: string): Promise<void> {
  const look = await page.evaluate(() =>
    ["(scripting: none)", "(prefers-color-scheme: dark)", "(hover: none)"].map((query) => matchMedia(query).matches),
  );
  const visit = JSON.stringify([step, page.viewportSize(), look]);
  if (examinedBefore.has(visit)) return;
  await expectAccessible(page);
  examinedBefore.add(visit);
}

/** By one run in the page, which without frames finds all; what passed is not brought out. */
async function violationsIn(page: Page, part?: string): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await axeScript());
  const options: axe.RunOptions = { runOnly: { type: "tag", values: standards }, resultTypes: ["violations"] };
  return page.evaluate(
    async ([within, chosen]) => {
      const { axe: examiner } = window as never as { axe: { run: typeof axe.run } };
      return (await examiner.run(within ?? document, chosen)).violations;
    },
    [part, options] as const,
  );
}

let script: Promise<string> | undefined;

/** axe for the browser, read once. The short form: each page compiles it anew. */
function axeScript(): Promise<string> {
  script ??= readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  return script;
}

/** What is fading in or out has a contrast of the moment: waits until it is there or gone. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(() => {
    // What runs with the scrolling (the reading progress) ends when the reader does.
    const timed = document.getAnimations().filter((one) => one.timeline === document.timeline);
    const ending = timed.filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map((one) => one.finished)).then(() => undefined);
  });
}

/** axe is a script: where none run it looks at a copy of what the visitor sees, with the page's own scripts taken out. */
async function scriptedCopy(page: Page): Promise<Page> {
  const html = (await page.content())
    .replace(/<script\b[^]*?<\/script>/g, "")
    .replace(/<\/?noscript>/g, "")
    .replace(/<link [^>]*rel="modulepreload"[^>]*>/g, "");
  const context = await page
    .context()
    .browser()
    ?.newContext({ viewport: page.viewportSize(), reducedMotion: "reduce" });
  if (!context) throw new Error("The page's browser is closed");
  const copy = await context.newPage();
  await copy.route(page.url(), (route) => route.fulfill({ body: html, contentType: "text/html; charset=utf-8" }));
  await copy.goto(page.url());
  return copy;
}

/** The page is no wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(tooWide, "pixels wider than the window").toBeLessThanOrEqual(0);
}
