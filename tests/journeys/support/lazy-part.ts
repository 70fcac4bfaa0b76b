import type { Page } from "playwright-core";

/** Waits until a lazily loaded part of the client, named by a piece of its file's name, has started and gets events. */
export async function untilStarted(page: Page, name: string): Promise<void> {
  // Importing it again waits for its code. As text, because the test runner rewrites imports in functions.
  await page.waitForFunction(`(async () => {
    const part = performance.getEntriesByType("resource").find((entry) => entry.name.includes(${JSON.stringify(name)}));
    return part && (await import(part.name)) !== undefined;
  })()`);
  // The page's own import may resolve later than this one, and wheel events reach a new listener from the next frame on.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
}
