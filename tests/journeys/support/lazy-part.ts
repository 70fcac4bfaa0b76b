import type { Page } from "playwright-core";

/** Waits until a lazily loaded part of the client, named by a piece of its file's name, has started. */
export async function untilStarted(page: Page, name: string): Promise<void> {
  // Importing it again resolves after it has started. As text, because the test runner rewrites imports in functions.
  await page.waitForFunction(`(async () => {
    const part = performance.getEntriesByType("resource").find((entry) => entry.name.includes(${JSON.stringify(name)}));
    return part && (await import(part.name)) !== undefined;
  })()`);
}
