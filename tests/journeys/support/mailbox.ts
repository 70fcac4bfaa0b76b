import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, inject } from "vitest";

/** Waits for a mail to the address that contains the text, and returns the link in it. */
export async function linkInMail(address: string, saying: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(async () => (link = await findLink(address, saying)), { timeout: 20_000, interval: 200 })
    .toBeDefined();
  return link ?? "";
}

async function findLink(address: string, saying: string): Promise<string | undefined> {
  const folder = inject("mailDir");
  const files = await readdir(folder).catch(() => []);
  const mails = await Promise.all(
    files.filter((file) => file.endsWith(".eml")).map((file) => readFile(join(folder, file), "utf8")),
  );
  const mail = mails
    .map((text) => text.replaceAll("=\n", "").replaceAll("=3D", "="))
    .find((text) => text.includes(`To: ${address}`) && text.includes(saying));
  return (
    mail &&
    /https?:\/\/\S+\/(?:my-account\/\S*token|wishlist\/alerts\/\?confirm|order-downloads\/\d+\/\?expires=\d+&signature)=[\w-]{32,64}/.exec(
      mail,
    )?.[0]
  );
}
