import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { assetsLock, withSharedLock } from "#db/advisory-lock.ts";
import { publishAssets } from "#platform/storage/published-assets.ts";
import type { FileStorage } from "#platform/storage/storage.ts";
import { eventually } from "../../tests/support/eventually.ts";
import { localFiles } from "../../tests/support/local-files.ts";
import { createTestDatabase } from "../../tests/support/test-database.ts";
import { forgetExpired } from "./forget-expired.ts";

const hour = 3_600_000;

test("publishing and cleaning builds at the same time loses no files", async () => {
  const { db, pool } = await createTestDatabase();
  const folder = await mkdtemp(join(tmpdir(), "chowk-builds-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const files = localFiles(folder);
  const build = async (name: string, ...assets: string[]) => {
    const own = join(folder, name, "client/assets");
    await mkdir(own, { recursive: true });
    for (const asset of assets) await writeFile(join(own, asset), asset);
    return join(folder, name);
  };
  const published = async () => {
    const keys: string[] = [];
    for await (const { key } of files.assets.list("")) keys.push(key);
    return keys;
  };
  await publishAssets(files.assets, await build("one", "one.js", "shared.css"));
  await publishAssets(files.assets, await build("two", "two.js"));
  const long = new Date(Date.now() - 90 * hour);
  await utimes(join(folder, "assets/builds/one.json"), long, long);
  const later = { now: () => new Date(Date.now() + 25 * hour) };
  const clean = (assets: FileStorage) =>
    Promise.resolve(forgetExpired({ db, pool, clock: later, files: { ...files, assets } })({}, {} as never)).then(
      () => undefined,
    );
  const third = await build("three", "shared.css", "three.js");
  const publish = (assets: FileStorage) => withSharedLock(db, assetsLock, () => publishAssets(assets, third));

  // While the third build is being published, the cleaning is put off.
  const uploading = changed(files.assets, { before: "put files/three.js", run: () => clean(files.assets) });
  await publish(uploading);
  expect(await published()).toEqual(expect.arrayContaining(["files/one.js", "files/shared.css", "files/three.js"]));

  // While files are being cleaned, a build that is not in the list yet waits.
  await Promise.all(["builds/three.json", "files/three.js"].map((key) => files.assets.delete(key)));
  let publishing: Promise<void> | undefined;
  const cleaning = changed(files.assets, {
    before: "list files/",
    async run() {
      publishing = publish(files.assets);
      await eventually(async () => {
        const waiting = `select from pg_stat_activity where datname = current_database()
          and state = 'idle in transaction' and query like '%pg_try_advisory_xact_lock_shared%'`;
        expect((await pool.query(waiting)).rowCount).toBe(1);
      });
    },
  });
  await clean(cleaning);
  await publishing;
  expect((await published()).filter((key) => key.startsWith("files/"))).toEqual([
    "files/shared.css",
    "files/three.js",
    "files/two.js",
  ]);
});

/** Returns a storage that runs something before a call. */
function changed(storage: FileStorage, { before, run }: { before: string; run: () => Promise<void> }): FileStorage {
  const beforeCall = async (call: string) => {
    if (call === before) await run();
  };
  return {
    place: storage.place,
    folder: storage.folder,
    get: (key, range) => storage.get(key, range),
    stat: (key) => storage.stat(key),
    delete: (key) => storage.delete(key),
    move: (from, to) => storage.move(from, to),
    deleteDrafts: (prefix, moment) => storage.deleteDrafts(prefix, moment),
    async put(key, content) {
      await beforeCall(`put ${key}`);
      await storage.put(key, content);
    },
    async *list(prefix = "") {
      await beforeCall(`list ${prefix}`);
      yield* storage.list(prefix);
    },
  };
}
