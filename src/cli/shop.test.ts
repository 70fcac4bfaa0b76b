import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { databaseUrl } from "../../tests/support/database-url.ts";
import { createTestDatabase, type TestDatabase } from "../../tests/support/test-database.ts";
import { runShopCommand } from "./shop.ts";

const project = fileURLToPath(new URL("../../", import.meta.url));
let database: TestDatabase;
let folder: string;
let environment: Record<string, string>;
const at = (name: string) => join(folder, name);

beforeAll(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "chowk-shop-"));
  environment = { DATA_DIR: at("data"), DATABASE_URL: databaseUrl(database.connection) };
  return () => rm(folder, { recursive: true, force: true });
});

/** Runs a command and returns its exit status and output. */
async function shop(args: string[], settings: Record<string, string> = {}, secret = "") {
  const lines: string[] = [];
  const errors: string[] = [];
  const terminal = {
    environment: { ...environment, ...settings },
    print: (line: string) => void lines.push(line),
    printError: (line: string) => void errors.push(line),
    readSecret: async () => secret,
  };
  const status = await runShopCommand(project, args, terminal);
  return { status, printed: lines.join("\n"), errors: errors.join("\n") };
}

test("the help lists the commands; a command's help lists its options", async () => {
  const { status, printed } = await shop(["--help"]);
  expect([status, printed]).toEqual([
    0,
    expect.stringMatching(/import .*[^]* export .*[^]* orders .*[^]* rotate-secret/),
  ]);
  expect((await shop(["restore", "--help"])).printed).toMatch(/--force +replace existing data/);
  expect((await shop(["orders", "--help"])).printed).toMatch(/--limit <n> +list: how many/);
});

test("unknown commands, arguments and options are rejected", async () => {
  expect(await shop(["bakup"])).toMatchObject({
    status: 1,
    errors: expect.stringContaining("unknown command 'bakup'"),
  });
  expect(await shop(["orders", "list", "--all"])).toMatchObject({
    status: 1,
    errors: expect.stringContaining("--all"),
  });
  expect(await shop(["settings", "show"])).toMatchObject({
    status: 1,
    errors: 'There is no "settings show": use list, get NAME, set NAME VALUE or reset NAME.',
  });
});

test("orders: --limit is accepted, an empty list is reported, an unknown order is rejected", async () => {
  expect(await shop(["orders", "list", "--limit", "5"])).toEqual({
    status: 0,
    printed: "There are no orders yet.",
    errors: "",
  });
  const { status, errors } = await shop(["orders", "show", "77"]);
  expect([status, errors]).toEqual([1, expect.stringMatching(/^There is no order 77: /)]);
});

test("settings: the store's country and province must exist", async () => {
  const set = (name: string, value: string) => shop(["settings", "set", name, value]);
  const refusedState = "Invalid value for store_state: use JK or BA or TA or GB or IS or KP or PB or SD, or reset it.";
  for (const state of ["XX", "pb", "Punjab", " PB", "P\u0000B"])
    expect(await set("store_state", state)).toMatchObject({ status: 1, printed: "", errors: refusedState });
  for (const country of ["ZZ", "EU", "UK", "XA", "QQ"])
    expect((await set("store_country", country)).errors).toBe(
      "Invalid value for store_country: use a country's two letters, such as PK.",
    );
  expect((await set("store_state", "PB")).status).toBe(0);
  expect((await set("store_country", "AE")).errors).toBe(
    "Invalid value for store_country: store_state is PB, of another country: reset that first.",
  );
  await shop(["settings", "reset", "store_state"]);
  expect((await set("store_country", "AE")).status).toBe(0);
  expect((await set("store_state", "Dubai")).errors).toContain("use AZ or AJ or DU or FU or RK or SH or UQ");
  expect((await set("store_state", "DU")).status).toBe(0);
  expect((await shop(["settings", "reset", "store_country"])).errors).toContain("store_state is DU");
  await shop(["settings", "reset", "store_state"]);
  expect((await shop(["settings", "reset", "store_country"])).status).toBe(0);
});

test("settings: set, listed with long values shortened, and rejected with a message", async () => {
  expect((await shop(["settings", "set", "shop_tagline", "Name ".repeat(40)])).errors).toBe("");
  const listed = (await shop(["settings", "list"])).printed;
  expect(listed).toMatch(/^shop_tagline = "Name Name .{80,90}\.\.\.$/m);
  expect(Math.max(...listed.split("\n").map((line) => line.length))).toBeLessThan(250);
  expect((await shop(["settings", "reset", "shop_tagline"])).status).toBe(0);
  expect((await shop(["settings", "get", "shop_nam"])).errors).toMatch(/^There is no setting "shop_nam": /);
  expect((await shop(["settings", "set", "coming_soon", "maybe"])).errors).toBe(
    "Invalid value for coming_soon: use yes or no.",
  );
  expect((await shop(["settings", "set", "price_decimals", '"x"'])).errors).toMatch(
    /^Invalid value for price_decimals: /,
  );
});

test("create-admin uses the entered password and rejects invalid ones", async () => {
  const create = (email: string, secret: string) => shop(["create-admin", email], {}, secret);
  expect(await create("a@example.com", "correct horse")).toEqual({
    status: 0,
    printed: "a@example.com is an administrator.",
    errors: "",
  });
  for (const [email, secret] of [
    ["a@example.com", "correct horse"],
    ["b@example.com", "seven77"],
    ["nobody", "correct horse"],
  ] as const) {
    const { status, printed, errors } = await create(email, secret);
    expect([status, printed, errors]).toEqual([1, "", expect.stringMatching(/^[^\n]+\.$/)]);
    expect(errors).not.toContain(secret);
  }
});

test("users: listed, given a role, disabled and enabled; unknown users and the last administrator are rejected", async () => {
  await shop(["create-admin", "c@example.com"], {}, "correct horse");
  expect((await shop(["users", "role", "c@example.com", "customer"])).status).toBe(0);
  expect((await shop(["users", "disable", "c@example.com"])).status).toBe(0);
  expect((await shop(["users", "list"])).printed).toMatch(/c@example\.com {2}customer {2}\S+ {2}disabled/);
  expect((await shop(["users", "enable", "c@example.com"])).status).toBe(0);
  for (const args of [
    ["role", "a@example.com", "customer"],
    ["disable", "a@example.com"],
    ["role", "c@example.com", "king"],
    ["disable", "nobody@example.com"],
    ["promote", "c@example.com"],
  ]) {
    const { status, errors } = await shop(["users", ...args]);
    expect([status, errors]).toEqual([1, expect.stringMatching(/^[^\n]+\.$/)]);
  }
});

test("users: a missing argument is named", async () => {
  expect((await shop(["users", "role"])).errors).toBe(
    "Missing argument: users role EMAIL ROLE; ROLE is one of customer, shop_manager, administrator.",
  );
  expect((await shop(["users", "disable"])).errors).toBe(
    'Missing argument: users disable EMAIL; "users list" shows the addresses.',
  );
});

test("users: a second factor is reset; the address must be given and known", async () => {
  expect((await shop(["users", "second-factor", "reset", "a@example.com"])).printed).toContain(
    "a@example.com has no second factor now and is signed out everywhere.",
  );
  expect((await shop(["users", "second-factor", "reset"])).errors).toContain("users second-factor reset EMAIL");
  expect((await shop(["users", "second-factor", "reset", "nobody@example.com"])).status).toBe(1);
});

test("create-admin works with a name or without, but not with an invalid one", async () => {
  expect((await shop(["create-admin", "zara@example.com", "--name", "Zara"], {}, "correct horse")).errors).toBe("");
  expect((await shop(["create-admin", "bare@example.com"], {}, "correct horse")).errors).toBe("");
  expect((await shop(["create-admin", "long@example.com", "--name", "Z".repeat(61)], {}, "correct horse")).errors).toBe(
    "This name is not allowed (too long).",
  );
  const { rows } = await database.pool.query(
    "select email, first_name from users where email like any (array['bare@%', 'zara@%']) order by email",
  );
  expect(rows).toEqual([
    { email: "bare@example.com", first_name: "" },
    { email: "zara@example.com", first_name: "Zara" },
  ]);
});

test("import, export, backup and restore work on the same shop; skipped rows make the exit status 1", async () => {
  await writeFile(at("list.csv"), "ID,SKU,Name,Regular price\n1,A,Shaker,750\n2,B,Lid,cheap\n");
  const { status, printed, errors } = await shop(["import", "products", at("list.csv")]);
  expect(printed).toContain("1 created, 0 updated, 0 unchanged, 1 left out");
  expect([status, errors]).toEqual([1, expect.stringMatching(/^1 row was skipped/)]);
  expect((await shop(["backup", at("shop.backup")])).status).toBe(0);
  expect(await shop(["backup", at("shop.backup")])).toMatchObject({
    status: 1,
    errors: expect.stringMatching(/shop\.backup already exists: .*--force/),
  });
  expect((await shop(["backup", at("shop.backup"), "--force"])).status).toBe(0);
  expect((await shop(["restore", at("shop.backup")])).errors).toMatch(/add --force/);
  expect(await shop(["restore", at("shop.backup"), "--force"])).toMatchObject({
    status: 0,
    printed: expect.stringContaining("anything written since then is lost"),
    errors: "",
  });
  expect((await shop(["export", "products", at("out.csv")])).status).toBe(0);
  expect(await readFile(at("out.csv"), "utf8")).toContain("1,simple,A,Shaker");
  for (const words of [
    ["export", "products"],
    ["orders", "export"],
    ["customers", "export"],
  ])
    expect(await shop([...words, at("none/out.csv")])).toMatchObject({
      status: 1,
      errors: expect.stringMatching(
        /^The folder .*none does not exist: create it, or choose a file in another one\.\n?$/,
      ),
    });
});

test("where needs no database, and creates nothing", async () => {
  const settings = { DATABASE_URL: "postgres://nobody@127.0.0.1:9/none", DATA_DIR: at("elsewhere") };
  expect((await shop(["where"], settings)).printed).toContain("Database:    127.0.0.1:9");
  expect(existsSync(at("elsewhere"))).toBe(false);
});

test("a database of another version can be backed up; other commands refuse it with one line", async () => {
  await database.pool.query("insert into migrations (name, needs) values ('9999_to_come.sql', '9999')");
  const { status, errors } = await shop(["orders", "list"]);
  expect([status, errors]).toEqual([1, expect.stringMatching(/^The database is newer .*9999_to_come[^\n]*$/)]);
  expect((await shop(["backup", at("newer.backup")])).status).toBe(0);
  await database.pool.query("delete from migrations where name like '9999%'");
});

test("migrations of the job queue that an interrupted start left out are applied", async () => {
  await database.pool.query("drop schema graphile_worker cascade");
  expect((await shop(["orders", "list"])).status).toBe(0);
  const { rows } = await database.pool.query("select max(id) > 0 as made from graphile_worker.migrations");
  expect(rows).toEqual([{ made: true }]);
});

test.skipIf(process.platform !== "linux")("a data folder that cannot be created is reported in one line", async () => {
  const { status, errors } = await shop(["orders", "list"], { DATA_DIR: "/proc/nope/deep" });
  expect([status, errors]).toEqual([1, expect.stringMatching(/^Cannot write the data folder .*set DATA_DIR[^\n]*$/)]);
});

test("secret settings are asked for and never printed, and ids may look like numbers", async () => {
  const token = "EAAB-very-secret";
  expect(await shop(["settings", "set", "meta_secret_token"], {}, token)).toMatchObject({
    status: 0,
    printed: "meta_secret_token = (secret)",
  });
  expect((await shop(["settings", "get", "meta_secret_token"])).printed).toBe("(secret)");
  const { printed } = await shop(["settings", "list"]);
  expect(printed).toContain("meta_secret_token = (secret)");
  expect(printed).toContain('tiktok_secret_token = ""');
  expect(printed).not.toContain(token);
  expect((await shop(["settings", "set", "meta_pixel_id", "1234567890"])).printed).toBe('meta_pixel_id = "1234567890"');
});
