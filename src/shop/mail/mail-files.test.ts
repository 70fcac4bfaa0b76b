import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { localFiles } from "../../../tests/support/local-files.ts";
import { deleteOldMailFiles } from "./mail-outbox.ts";

test("mails written to files are deleted after ninety days", async () => {
  const folder = await mkdtemp(join(tmpdir(), "chowk-mails-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const { mail } = localFiles(folder);
  await mail.put("order-received.1.eml", Buffer.from("Thank you"));
  const written = (await mail.stat("order-received.1.eml"))?.modifiedAt.getTime() ?? 0;
  const isKeptAfter = async (days: number) => {
    await deleteOldMailFiles(mail, new Date(written + days * 86_400_000 + 1));
    return (await mail.stat("order-received.1.eml")) !== undefined;
  };
  expect(await isKeptAfter(89)).toBe(true);
  expect(await isKeptAfter(90)).toBe(false);
});
