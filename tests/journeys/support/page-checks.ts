import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { eventually } from "../../support/eventually.ts";

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Nothing that axe can find against WCAG 2.2 AA or good practice.
 * @param part a selector of what is examined; default: the page
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  await untilStill(page);
  const violations = await violationsIn(page, part);
  const inWords = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.html).join(" | ")})`,
  );
  expect(inWords, `accessibility of ${page.url()}`).toEqual([]);
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
  if (!(await page.evaluate(() => "axe" in window))) await bringAxe(page);
  const options: axe.RunOptions = { runOnly: { type: "tag", values: standards }, resultTypes: ["violations"] };
  return page.evaluate(
    async ([within, chosen]) => {
      const { axe: examiner } = window as never as { axe: { run: typeof axe.run } };
      if (!matchMedia("(scripting: none)").matches) return (await examiner.run(within ?? document, chosen)).violations;
      // Where no scripts run no timer goes off, but what was promised is done: what was to come at once comes so, and what is
      // long waited for never fails. And axe passes over what is for such visitors alone.
      const later = window.setTimeout.bind(window);
      const wrappings = [...document.querySelectorAll("noscript")].map((one) => [one, [...one.childNodes]] as const);
      window.setTimeout = ((act: () => void, ms = 0) => ms < 1_000 && Promise.resolve().then(act)) as never;
      for (const [wrapping, inner] of wrappings) wrapping.after(...inner);
      try {
        return (await examiner.run(within ?? document, chosen)).violations;
      } finally {
        for (const [wrapping, inner] of wrappings) wrapping.append(...inner);
        window.setTimeout = later;
      }
    },
    [part, options] as const,
  );
}

let script: Promise<string> | undefined;

/** axe for the browser: the short form, read once, and past Playwright, which takes nearly twice as long. */
async function bringAxe(page: Page): Promise<void> {
  script ??= readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  const inside = await page.context().newCDPSession(page);
  const { exceptionDetails } = await inside.send("Runtime.evaluate", { expression: `${await script};0` });
  expect(exceptionDetails).toBeUndefined();
  await inside.detach();
}

/** What is fading in or out has a contrast of the moment: waits until it is there or gone. */
function untilStill(page: Page): Promise<void> {
  return eventually(async () => expect(await page.evaluate(movingParts)).toBe(0));
}

/** In the page: how many parts are moving, and will end it. What runs with the scrolling ends when the reader does. */
const movingParts = () =>
  document
    .getAnimations()
    .filter(
      (one) =>
        one.timeline === document.timeline &&
        one.playState === "running" &&
        one.effect?.getComputedTiming().endTime !== Infinity,
    ).length;

/** The page is no wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(tooWide, "pixels wider than the window").toBeLessThanOrEqual(0);
}
