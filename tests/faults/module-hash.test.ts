import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "vite";
import { expect, onTestFinished, test } from "vitest";
// @ts-expect-error plain JavaScript without declarations
import { moduleHash } from "../../scripts/module-hash.mjs";

const sources = {
  "main.ts": 'import { index } from "./index.ts"; import { page } from "./page.ts"; console.log(index, page);',
  "index.ts": 'import { words } from "./words.ts"; export const index = [words];',
  "words.ts": 'import type { Page } from "./page.ts"; export const words: Page = "a";',
  "page.ts": 'export type Page = string; export const page = "b";',
};

/** Builds the sources in a new folder. Returns the hash of `index.ts` with what it imports. */
async function hashOf(changed: Partial<typeof sources> = {}): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "chowk-hash-"));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const [name, text] of Object.entries({ ...sources, ...changed })) await writeFile(join(root, name), text);
  let hash = "";
  await build({
    root,
    configFile: false,
    logLevel: "silent",
    publicDir: false,
    plugins: [moduleHash({ root, entry: join(root, "index.ts"), onHash: (found: string) => (hash = found) })],
    build: { ssr: true, write: false, rolldownOptions: { input: { main: join(root, "main.ts") } } },
  });
  return hash;
}

test("the index's version changes with the code it imports, not with other code or the folder", async () => {
  const hash = await hashOf();
  expect(hash).toMatch(/^[0-9a-f]{16}$/);
  expect(await hashOf()).toBe(hash);
  expect(await hashOf({ "page.ts": 'export type Page = string; export const page = "c";' })).toBe(hash);
  expect(await hashOf({ "words.ts": 'export const words = "c";' })).not.toBe(hash);
});
