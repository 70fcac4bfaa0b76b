import { expect, test } from "vitest";
import { openClamd } from "./clamd.fixtures.ts";
import { scanByClamd } from "./clamd.ts";

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text);
}

test("a clean file is clean, and a virus is named, also across pieces", async () => {
  const address = await openClamd();
  expect(await scanByClamd(address, pieces("hello", "", " world"))).toBeUndefined();
  expect(await scanByClamd(address, pieces())).toBeUndefined();
  expect(await scanByClamd(address, pieces("xEIC", "ARx"))).toBe("Eicar-Signature");
});

test("a file that clamd refuses to scan, and a scanner that is away, are errors", async () => {
  await expect(scanByClamd(await openClamd({ maxBytes: 5 }), pieces("hello", "world"))).rejects.toThrow("size limit");
  await expect(scanByClamd("tcp://127.0.0.1:1", pieces("hello"))).rejects.toThrow("ECONNREFUSED");
  await expect(scanByClamd("unix:/nowhere/clamd.ctl", pieces("hello"))).rejects.toThrow("ENOENT");
});
