import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { attributes, attributeValues } from "#db/tables/catalogue.ts";
import { localFiles } from "../../../tests/support/local-files.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { attributesCommand } from "./attributes.ts";

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "chowk-attributes-"));
  return () => rm(folder, { recursive: true, force: true });
});

async function printed(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const context = { db: database.db, files: localFiles(folder), print: (line: string) => void lines.push(line) };
  await attributesCommand.run(context, args, {});
  return lines.join("\n");
}

test("values are listed and get a colour, a picture or none", async () => {
  expect(await printed("list")).toBe("There are no attributes yet.");
  const [flavour] = await database.db.insert(attributes).values({ slug: "flavour", name: "Flavour" }).returning();
  await database.db.insert(attributeValues).values({ attributeId: flavour?.id ?? 0, slug: "mango", name: "Mango" });
  expect(await printed("set", "pa_flavour", "mango", "#FFB000")).toBe("Changed: pa_flavour mango #FFB000");
  expect(await printed("list")).toBe("pa_flavour  mango  Mango  #ffb000");
  await printed("set", "pa_flavour", "mango", "demo/pictures/moringa-facts.jpg");
  expect(await printed("list")).toMatch(/^pa_flavour {2}mango {2}Mango {2}\S+\.jpg$/);
  await printed("set", "pa_flavour", "mango", "none");
  expect(await printed("list")).toBe("pa_flavour  mango  Mango");
});

test.each([
  [["set", "pa_flavour", "mango"], "Name attribute, value and swatch"],
  [["set", "pa_flavour", "mango", "red"], "red: there is no such file in the folder. A swatch is a colour such as"],
  [["paint"], 'There is no "attributes paint"'],
])("%j is explained", async (args, message) => {
  await expect(printed(...args)).rejects.toThrow(message);
});
