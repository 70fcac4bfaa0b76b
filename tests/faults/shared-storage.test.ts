import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "#config";
import { backUp } from "#db/backup/backup.ts";
import { restore } from "#db/backup/restore.ts";
import { openMailer } from "#platform/mailer.ts";
import { checkStorage, openStorage, type ShopFiles } from "#platform/storage/open-storage.ts";
import { readStored } from "#platform/storage/storage.ts";
import { routes } from "#routes";
import { importPicture } from "#shop/catalogue/import/import-picture.ts";
import { makeRenditions } from "#shop/catalogue/pictures/make-renditions.ts";
import { openWholeShop, origin } from "../../src/wire/page-requests/whole-shop.fixtures.ts";
import { localFiles } from "../support/local-files.ts";
import { openS3Server } from "../support/s3-server.ts";
import { createTestDatabase } from "../support/test-database.ts";

const quiet = () => undefined;

/** Starts an object storage and creates a folder for the machines' local files. */
async function prepare() {
  const server = await openS3Server();
  const folder = await mkdtemp(join(tmpdir(), "chowk-shared-"));
  onTestFinished(async () => {
    await server.close();
    await rm(folder, { recursive: true });
  });
  const { account } = server;
  const env = {
    STORAGE_URL: `s3://${server.bucket}/files?endpoint=${server.endpoint}&region=${account.region}`,
    STORAGE_ACCESS_KEY: account.accessKey,
    STORAGE_SECRET_KEY: account.secretKey,
  };
  return { server, folder, env };
}

async function writePicture(folder: string, name: string): Promise<void> {
  const picture = sharp({ create: { width: 500, height: 300, channels: 3, background: "#17573f" } });
  await writeFile(join(folder, name), await picture.png().toBuffer());
}

async function keysOf({ media }: ShopFiles): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of media.list()) keys.push(key);
  return keys;
}

test("two machines with one database and one bucket share pictures without local files", async () => {
  const { server, folder, env } = await prepare();
  const database = await createTestDatabase();
  const machines = ["one", "two"].map((name) => ({ ...env, DATA_DIR: join(folder, name) }));
  const apps = await Promise.all(machines.map((settings) => openWholeShop(database, () => new Date(), settings)));
  onTestFinished(async () => void (await Promise.all(apps.map(({ app }) => app.close()))));
  const stores = await Promise.all(machines.map((settings) => openStorage(readConfig(settings))));
  const [one, two] = stores as [ShopFiles, ShopFiles];
  const ask = (index: number, file: string, headers = {}) =>
    apps[index]?.app.inject({ url: routes.media(file), headers: { host: new URL(origin).host, ...headers } });

  await writePicture(folder, "green.png");
  const mediaId = await importPicture(database.db, folder, one.media, "green.png");
  const [original = ""] = await keysOf(two);
  for (const index of [0, 1]) {
    const answer = await ask(index, original);
    expect([answer?.statusCode, answer?.headers["content-type"]]).toEqual([200, "image/png"]);
    expect(answer?.rawPayload.equals(await readStored(one.media, original))).toBe(true);
  }
  const rendition = original.replace(".png", "-400.webp");
  expect((await ask(0, rendition))?.statusCode).toBe(404);
  await makeRenditions(database.db, two.media, mediaId);
  expect((await ask(0, rendition))?.headers["content-type"]).toBe("image/webp");
  expect((await ask(0, rendition, { accept: "image/avif" }))?.headers["content-type"]).toBe("image/avif");
  await two.media.delete(rendition);
  expect((await ask(0, rendition))?.statusCode).toBe(404);
  expect(server.keys().every((key) => key.startsWith("files/media/"))).toBe(true);
  expect(await readdir(folder)).toEqual(["green.png"]);
});

test("without a mail server, mails are stored in the bucket", async () => {
  const { server, env } = await prepare();
  const { mail } = await openStorage(readConfig(env));
  const mailer = openMailer({ smtpUrl: null, files: mail });
  const sent = { from: "a@example.com", to: "b@example.com", subject: "Hi", html: "h", text: "t", messageId: "1@x" };
  await mailer.send(sent);
  await mailer.send(sent);
  expect(server.keys()).toEqual(["files/mail/1_x.eml"]);
  expect((await readStored(mail, "1_x.eml")).toString()).toContain("Subject: Hi");
  expect(mail.place).toBe("s3://shop/files/mail");
});

test("a backup copies a bucket's files into a folder, and back into a bucket, replacing its files", async () => {
  const { server, folder, env } = await prepare();
  const [from, to] = [await createTestDatabase({ isBare: true }), await createTestDatabase({ isBare: true })];
  const { media } = await openStorage(readConfig(env));
  await media.put("ab/größe +1.webp", Buffer.alloc(300_000, "picture"));
  await media.put("empty.png", new Uint8Array());
  const file = join(folder, "shop.backup");
  expect((await backUp(from.pool, { media }, file, quiet)).files).toBe(2);

  const local = localFiles(join(folder, "to"));
  await restore(to.pool, { media: local.media }, file, { force: true, now: new Date(), progress: quiet });
  expect(await keysOf(local)).toEqual(["ab/größe +1.webp", "empty.png"]);

  await media.put("ab/größe +1.webp", Buffer.from("changed since"));
  await media.put("added-since.webp", Buffer.from("x"));
  await restore(to.pool, { media }, file, { force: true, now: new Date(), progress: quiet });
  expect(server.keys().sort()).toEqual(["files/media/ab/größe +1.webp", "files/media/empty.png"]);
  expect((await readStored(media, "ab/größe +1.webp")).equals(Buffer.alloc(300_000, "picture"))).toBe(true);
});

test("a failed restore leaves the bucket's files unchanged", async () => {
  const { server, folder, env } = await prepare();
  const [from, to] = [await createTestDatabase({ isBare: true }), await createTestDatabase({ isBare: true })];
  const { media } = await openStorage(readConfig(env));
  for (const name of ["a.webp", "b.webp"]) await media.put(name, Buffer.from(name));
  const file = join(folder, "shop.backup");
  await backUp(from.pool, { media }, file, quiet);
  for (const name of ["a.webp", "b.webp"]) await media.delete(name);
  await media.put("mine", Buffer.from("mine"));
  server.spoil(/^PUT .*b\.webp/, { status: 403, code: "AccessDenied" });
  await expect(restore(to.pool, { media }, file, { force: true, now: new Date(), progress: quiet })).rejects.toThrow(
    /403 AccessDenied/,
  );
  expect(server.keys()).toEqual(["files/media/mine"]);
});

test("a wrong storage key is reported in one line at the start, without credentials", async () => {
  const { env } = await prepare();
  await checkStorage(await openStorage(readConfig(env)));
  const wrong = { ...env, STORAGE_SECRET_KEY: "not-the-secret" };
  const message = await checkStorage(await openStorage(readConfig(wrong))).catch((error: Error) => error.message);
  expect(message).toBe(
    "Listing s3://shop/files/media failed: 403 SignatureDoesNotMatch. Check STORAGE_URL, STORAGE_ACCESS_KEY and STORAGE_SECRET_KEY.",
  );
});
