import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type axe from "axe-core";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { eventually } from "../../support/eventually.ts";

const standards = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * Asserts that axe finds no violations of WCAG 2.2 AA or its best practices.
 * @param part selector of the part to check; default: the whole page
 */
export async function expectAccessible(page: Page, part?: string): Promise<void> {
  await untilAnimationsEnd(page);
  const violations = await violationsIn(page, part);
  const descriptions = violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.html).join(" | ")})`,
  );
  expect(descriptions, `accessibility of ${page.url()}`).toEqual([]);
}

/** Steps that passed, each with the window and media features. */
const passed = new Set<string>();

/**
 * Like `expectAccessible`, for a step shared by many journeys: checks it once per width, with and without scripts.
 * @param step the step's name
 */
export async function expectAccessibleOnce(page: Page, step: string): Promise<void> {
  const look = await page.evaluate(() =>
    ["(scripting: none)", "(prefers-color-scheme: dark)", "(hover: none)"].map((query) => matchMedia(query).matches),
  );
  const visit = JSON.stringify([step, page.viewportSize(), look]);
  if (passed.has(visit)) return;
  await expectAccessible(page);
  passed.add(visit);
}

/** Runs axe in the page, which has no frames, and returns only the violations. */
async function violationsIn(page: Page, part?: string): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => "axe" in window))) await injectAxe(page);
  const options: axe.RunOptions = {
    runOnly: { type: "tag", values: standards },
    resultTypes: ["violations"],
    // By default, axe also parses the style sheets again, for an experimental rule outside these standards.
    preload: { assets: ["media"] },
  };
  return page.evaluate(
    async ([within, chosen]) => {
      const { axe: examiner } = window as never as { axe: { run: typeof axe.run } };
      if (!matchMedia("(scripting: none)").matches) return (await examiner.run(within ?? document, chosen)).violations;
      // With scripts disabled, timers never fire but promises resolve: run short timeouts as promises and drop long ones, which
      // are axe's own time limits. Also unwrap noscript content, which axe ignores.
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

/** Injects axe by the DevTools protocol, in half the time of Playwright's addScriptTag. */
async function injectAxe(page: Page): Promise<void> {
  script ??= readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  const inside = await page.context().newCDPSession(page);
  const { exceptionDetails } = await inside.send("Runtime.evaluate", { expression: `${await script};0` });
  expect(exceptionDetails).toBeUndefined();
  await inside.detach();
}

/** Waits for animations to end, because contrast varies while elements fade. */
function untilAnimationsEnd(page: Page): Promise<void> {
  return eventually(async () => expect(await page.evaluate(runningAnimations)).toBe(0));
}

/** Runs in the page: counts running animations that will end. Scroll-driven ones are excluded. */
const runningAnimations = () =>
  document
    .getAnimations()
    .filter(
      (one) =>
        one.timeline === document.timeline &&
        one.playState === "running" &&
        one.effect?.getComputedTiming().endTime !== Infinity,
    ).length;

/** Asserts that the page fills the window and does not scroll horizontally. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // Before that, style sheets may be missing.
  await page.waitForLoadState();
  const tooWide = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(tooWide, "pixels wider than the window").toBeLessThanOrEqual(0);
  // Styles of a part of the page must not match a class of the body.
  const unused = await page.evaluate(() => document.documentElement.clientWidth - document.body.offsetWidth);
  expect(unused, "pixels of the window beside the page").toBe(0);
}
