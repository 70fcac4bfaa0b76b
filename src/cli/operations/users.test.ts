import { beforeAll, expect, test } from "vitest";
import { signInProgram } from "#shop/accounts/application-passwords/sign-in-program.ts";
import { hashPassword } from "#shop/accounts/sessions/password-hash.ts";
import { addUser } from "#shop/accounts/users.ts";
import { noon } from "#shop/cart/cart.fixtures.ts";
import { Refusal } from "#shop/refusal.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { usersCommand } from "./users.ts";

let database: TestDatabase;
const email = "sana@example.com";

beforeAll(async () => {
  database = await createTestDatabase();
  const account = {
    email,
    role: "shop_manager",
    passwordHash: await hashPassword("correct horse battery"),
    firstName: "",
    lastName: "",
    phone: null,
  } as const;
  await addUser(database.db, account, noon);
});

async function run(...args: string[]): Promise<string> {
  const lines: string[] = [];
  const { db } = database;
  await usersCommand.run({ db, clock: { now: () => noon }, print: (line) => lines.push(line) }, args, {});
  return lines.join("\n");
}

test("an application password is made, signs a program in, is listed with its use, and is revoked", async () => {
  const [, uuid = "", password = ""] =
    /^(\S{36}) {2}Phone app\nPassword, shown only now: (.+)$/.exec(
      await run("app-passwords", "add", email, "Phone app"),
    ) ?? [];
  const signIn = { login: email, password, address: "192.0.2.7" };
  expect(await signInProgram(database.db, signIn, noon)).toMatchObject({ uuid, user: { email, role: "shop_manager" } });
  expect(await run("app-passwords", "list", email)).toBe(
    `${uuid}  2026-11-21  used 2026-11-21 from 192.0.2.7  Phone app`,
  );
  expect(await run("app-passwords", "revoke", email, uuid)).toContain("is revoked");
  expect(await signInProgram(database.db, signIn, noon)).toBeUndefined();
  await expect(run("app-passwords", "revoke", email, uuid)).rejects.toThrow(Refusal);
  await run("app-passwords", "add", email, "Other");
  expect(await run("app-passwords", "revoke", email, "all")).toBe(`1 application passwords of ${email} are revoked.`);
  expect(await run("app-passwords", "list", email)).toBe(`${email} has no application passwords.`);
});

test("words and arguments that are missing are named", async () => {
  await expect(run("app-passwords")).rejects.toThrow('There is no "users app-passwords"');
  await expect(run("app-passwords", "add", email)).rejects.toThrow("app-passwords add EMAIL NAME");
});
