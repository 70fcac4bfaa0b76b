import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stringify } from "csv-stringify/sync";
import { expect, test } from "vitest";
import { localFiles } from "../../../../tests/support/local-files.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import { exportProducts } from "../export/export-products.ts";
import { importProducts } from "./import-products.ts";

/** Far below what an idle machine does, so that only a real regression fails. */
const leastRowsPerSecond = 500;

function* generate(count: number) {
  const description = `<table class="label-table"><tbody><tr><th>Brand</th><td>Deodar</td></tr></tbody></table>${"<p>Some words about it, as many as a product usually has.</p>".repeat(10)}`;
  for (let id = 5001; id <= 5000 + count; id += 1) {
    const family = Math.floor(id / 6) * 6;
    const kind = id % 6 === 0 ? "variable" : id % 6 < 4 ? "variation" : "simple";
    yield {
      ID: id,
      Type: kind,
      SKU: `S-${id}`,
      Name: `Product ${id}`,
      Published: 1,
      Stock: kind === "variable" ? "" : 10,
      "Regular price": kind === "variable" ? "" : 100 + id,
      "Weight (kg)": 0.25,
      Description: kind === "variation" ? "" : description,
      Categories: kind === "variation" ? "" : `Group ${id % 9} > Part ${id % 27}`,
      Tags: kind === "variation" ? "" : `Tag ${id % 40}`,
      Parent: kind === "variation" ? `S-${family}` : "",
      "Attribute 1 name": kind === "simple" ? "" : "Pack",
      "Attribute 1 global": 1,
      "Attribute 1 value(s)": kind === "variable" ? "1, 2, 3" : kind === "variation" ? id % 6 : "",
      "Cross-sells": kind === "variation" ? "" : `S-${5001 + ((id * 7) % count)}`,
    };
  }
}

test("3,000 rows without pictures are imported and exported at an acceptable speed", async () => {
  const { db } = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "chowk-speed-"));
  const options = { file: join(folder, "list.csv"), files: localFiles(folder) };
  await writeFile(options.file, stringify([...generate(3000)].slice(1), { header: true }));
  const paces: string[] = [];
  const pace = async (what: string, rows: number, work: () => Promise<unknown>) => {
    // Processor time, so that other processes do not count.
    const began = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(began);
    const perSecond = Math.round((rows / (user + system)) * 1_000_000);
    paces.push(`${what} ${perSecond}/s`);
    expect(perSecond).toBeGreaterThan(leastRowsPerSecond);
  };
  const progress: number[] = [];
  await pace("new", 2999, async () => {
    const report = await importProducts(db, { ...options, onProgress: (done) => progress.push(done) });
    expect(report.created + report.refused.length).toBe(2999);
    expect(report.refused.length).toBeLessThan(10);
  });
  await pace("again", 2999, () => importProducts(db, options));
  await pace("export", 2999, () => exportProducts(db, { ...options, file: join(folder, "out.csv") }));
  expect(progress.length).toBeGreaterThan(10);
  console.log(paces.join(", "));
  await rm(folder, { recursive: true, force: true });
}, 60_000);
