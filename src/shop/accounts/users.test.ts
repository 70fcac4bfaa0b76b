import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createTestDatabase, type TestDatabase } from "../../../tests/support/test-database.ts";
import { Refusal } from "../refusal.ts";
import { createAdministrator } from "./create-administrator.ts";
import { may } from "./permissions.rules.ts";
import { changeRole, disableUser, enableUser } from "./profile/change-user.ts";
import { isPassword } from "./sessions/password-hash.ts";
import { listUsers } from "./users.ts";

let database: TestDatabase;
let db: Database;
const now = new Date("2026-11-21T10:00:00Z");
const password = "correct horse";
beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
});
beforeEach(() => database.pool.query("delete from users"));

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  );
const administrator = (email: string) => createAdministrator(db, { email, password }, now);
const rolesOf = async () => (await listUsers(db)).map(({ email, role }) => `${email} ${role}`);

describe("an administrator", () => {
  test("has one address in any spelling, and a password that is stored only as a hash", async () => {
    const user = await administrator("Sana@Example.com");
    expect(user).toMatchObject({ email: "Sana@Example.com", role: "administrator", disabledAt: null });
    expect(await codeOf(administrator("sana@example.COM"))).toBe("user_exists");
    const { rows } = await database.pool.query<{ password_hash: string }>("select password_hash from users");
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await isPassword(password, rows[0]?.password_hash)).toBe(true);
    expect(await isPassword("correct horsf", rows[0]?.password_hash)).toBe(false);
    expect(await isPassword("nobody's password", undefined)).toBe(false);
  });

  test("is not created with a look-alike address or an invalid password", async () => {
    for (const email of ["", "sana", "s\u0430na@example.com", "sana@ex\uff41mple.com", "a\0@example.com"])
      expect(await codeOf(administrator(email)), `${email}`).toBe("email_invalid");
    for (const invalid of ["", "seven77", "x".repeat(201), `${password}\0`, `${password}\ud800`])
      expect(await codeOf(createAdministrator(db, { email: "a@example.com", password: invalid }, now))).toBe(
        "password_invalid",
      );
    expect(await listUsers(db)).toEqual([]);
  });
});

describe("the last administrator", () => {
  test("can neither change role nor be disabled", async () => {
    await administrator("a@example.com");
    expect(await codeOf(changeRole(db, "a@example.com", "customer"))).toBe("user_last_administrator");
    expect(await codeOf(disableUser(db, "a@example.com", now))).toBe("user_last_administrator");
    await administrator("b@example.com");
    await disableUser(db, "b@example.com", now);
    expect(await codeOf(changeRole(db, "a@example.com", "customer"))).toBe("user_last_administrator");
    await enableUser(db, "b@example.com");
    await changeRole(db, "a@example.com", "shop_manager");
    expect(await rolesOf()).toEqual(["a@example.com shop_manager", "b@example.com administrator"]);
  });

  test("keeps the role when two lose it concurrently", async () => {
    for (let round = 0; round < 5; round++) {
      await database.pool.query("delete from users");
      await Promise.all(["a@example.com", "b@example.com"].map(administrator));
      const answers = await Promise.all(
        ["a@example.com", "b@example.com"].map((email) => codeOf(changeRole(db, email, "customer"))),
      );
      expect(answers.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([
        "done",
        "user_last_administrator",
      ]);
    }
  });
});

test("permissions are denied unless the table grants them", () => {
  expect(may(null, "see", "own account")).toBe(false);
  expect(may("customer", "change", "own account")).toBe(true);
  expect(may("customer", "see", "orders")).toBe(false);
  expect(may("shop_manager", "change", "orders")).toBe(true);
  expect(may("shop_manager", "change", "settings")).toBe(false);
  expect(may("shop_manager", "see", "users")).toBe(false);
  expect(may("administrator", "change", "users")).toBe(true);
});
