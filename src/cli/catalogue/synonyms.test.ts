import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { onLocalChange } from "#db/changes.ts";
import type { Database } from "#db/database.ts";
import { codeOf } from "#shop/cart/cart.fixtures.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import type { GivenOptions } from "../command.ts";
import { synonymsCommand } from "./synonyms.ts";

let db: Database;
let folder: string;
beforeAll(async () => {
  db = (await createTestDatabase()).db;
  folder = await mkdtemp(join(tmpdir(), "chowk-synonyms-"));
  return () => rm(folder, { recursive: true, force: true });
});

async function printed(args: string[], options: GivenOptions = {}): Promise<string> {
  const lines: string[] = [];
  await synonymsCommand.run({ db, print: (line) => lines.push(line) }, args, options);
  return lines.join("\n");
}

test("synonyms are added, changed, listed and removed, and each change is announced once", async () => {
  const announced: string[] = [];
  const stop = onLocalChange((tags) => announced.push(...tags));
  expect(await printed(["list"])).toBe("There are no synonyms yet.");
  expect(await printed(["add", "Hair  FALL!", "Biotin, hair, biotin"])).toBe("Added: hair fall  ->  biotin, hair");
  expect(await printed(["add", "hair fall", "biotin,hair"])).toBe("Unchanged: hair fall  ->  biotin, hair");
  expect(await printed(["add", "hair fall", "biotin"], { bothWays: true })).toBe("Changed: hair fall  =  biotin");
  expect(await printed(["add", "price in Pakistan"], { ignored: true })).toBe("Added: price in pakistan  (ignored)");
  expect(await printed(["remove", "Hair Fall"])).toBe('Removed "Hair Fall".');
  expect(await printed(["list"])).toBe("price in pakistan  (ignored)");
  expect(announced).toEqual(["synonyms", "synonyms", "synonyms", "synonyms"]);
  stop();
});

test.each([
  [["add", "?!", "hair"], "synonym_invalid"],
  [["add", "hair fall", "hair, !!"], "synonym_invalid"],
  [["add", "hair fall", "Hair fall"], "synonym_invalid"],
  [["add", "one two three four five six seven", "hair"], "synonym_invalid"],
  [["add", "many", Array.from({ length: 21 }, (_, at) => `meaning ${at}`).join()], "synonym_invalid"],
  [["remove", "unknown phrase"], "synonym_unknown"],
])("%j is refused", async (args, code) => {
  expect(await codeOf(printed(args))).toBe(code);
});

test("a phrase needs meanings or --ignored, not both", async () => {
  await expect(printed(["add", "hair"])).rejects.toThrow("Name the meanings");
  await expect(printed(["add", "hair", "biotin"], { ignored: true })).rejects.toThrow("cannot be ignored");
});

test("an export that is imported again changes nothing; bad rows are reported by line", async () => {
  const file = join(folder, "synonyms.csv");
  await writeFile(file, 'Phrase,Meanings,Both ways\nqad,"height, growth",0\nkids,children,1\n"=1+1",two,0\n,none,0\n');
  await expect(printed(["import", file])).rejects.toThrow("1 row was skipped");
  const copy = join(folder, "copy.csv");
  expect(await printed(["export", copy])).toBe(`Wrote 4 synonyms to ${copy}`);
  expect(await readFile(copy, "utf8")).toContain('qad,"height, growth",0\r\n');
  expect(await printed(["import", copy])).toBe("0 created, 0 updated, 4 unchanged, 0 left out");
  await expect(printed(["import", join(folder, "missing.csv")])).rejects.toThrow("does not exist");
});
