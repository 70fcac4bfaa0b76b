import { randomBytes } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { withStatementCount } from "#db/statement-count.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { codeOf } from "../../cart/cart.fixtures.ts";
import { deleteAccount } from "../../privacy/delete-account.ts";
import { requestPasswordReset } from "../profile/change-password.ts";
import { disableUser } from "../profile/change-user.ts";
import type { User } from "../user.ts";
import { hashPassword } from "./password-hash.ts";
import { addPerson, answerTo, changePassword, later, now, password, signInOf } from "./sign-in.fixtures.ts";
import { rememberDevice, signIn } from "./sign-in.ts";

let database: TestDatabase;
let db: Database;
let sana: User;
let passwordHash: string;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  passwordHash = await hashPassword(password);
});
beforeEach(async () => {
  await database.pool.query("delete from users");
  await database.pool.query("delete from rate_limits");
  sana = await addPerson(db, { email: "Sana@example.com", phone: "+923001234567", passwordHash });
});

test("a user signs in by email in any spelling and by phone", async () => {
  expect(await answerTo(db)).toBe("Sana@example.com");
  expect(await answerTo(db, { login: " SANA@Example.com " })).toBe("Sana@example.com");
  expect(await answerTo(db, { login: "+923001234567" })).toBe("Sana@example.com");
  expect(Object.keys((await signIn(db, signInOf(), now)).user)).not.toContain("passwordHash");
});

test("among accounts with the same phone number the password decides", async () => {
  await addPerson(db, {
    email: "other@example.com",
    phone: "+923001234567",
    passwordHash: await hashPassword("another one"),
  });
  expect(await answerTo(db, { login: "+923001234567", password: "another one" })).toBe("other@example.com");
  expect(await answerTo(db, { login: "+923001234567" })).toBe("Sana@example.com");
});

test("a wrong password, an unknown address, a disabled account and odd input get the same answer", async () => {
  for (const more of [
    { password: "wrong horse" },
    { login: "nobody@example.com" },
    { login: "", password: "" },
    { login: "x".repeat(10_000), password: "y".repeat(10_000) },
    { login: "' or 1=1 --" },
    { login: "\u017fana@example.com" },
  ])
    expect(await answerTo(db, { ...more, address: randomBytes(4).toString("hex") })).toBe("credentials_wrong");
  await disableUser(db, sana.email, now);
  expect(await answerTo(db)).toBe("credentials_wrong");
});

test("an unknown address takes as many statements as a wrong password", async () => {
  const countFor = async (login: string, device: string | null) =>
    (await withStatementCount(() => answerTo(db, { login, password: "wrong horse", device }))).statements;
  for (const device of [null, "a".repeat(32)])
    expect(await countFor("nobody@example.com", device)).toBe(await countFor("sana@example.com", device));
});

describe("sign-in attempts", () => {
  test("from one network need a proof of work after five in 15 minutes, also when concurrent", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => answerTo(db, { password: "wrong horse" })));
    expect(answers.filter((answer) => answer === "credentials_wrong")).toHaveLength(5);
    expect(answers.filter((answer) => answer === "proof_needed")).toHaveLength(7);
    expect(await answerTo(db)).toBe("proof_needed");
    expect(await answerTo(db, { proof: "a solved challenge" })).toBe("Sana@example.com");
    for (let time = 0; time < 6; time++) await answerTo(db, { password: "wrong horse" });
    expect(await answerTo(db, { proof: "a solved challenge" })).toBe("proof_needed");
    expect(await answerTo(db, {}, later(15))).toBe("Sana@example.com");
  });

  test("by a stranger do not lock out the owner, and a success resets the owner's own count", async () => {
    for (let time = 0; time < 8; time++) await answerTo(db, { password: "wrong horse", address: "198.51.100.1" });
    expect(await answerTo(db)).toBe("Sana@example.com");
    for (let time = 0; time < 4; time++) await answerTo(db, { password: "wrong horse" });
    expect(await answerTo(db)).toBe("Sana@example.com");
    for (let time = 0; time < 4; time++) await answerTo(db, { password: "wrong horse" });
    expect(await answerTo(db)).toBe("Sana@example.com");
  });

  test("from very many networks make unknown browsers work, then leave them the mailed link; known ones notice nothing", async () => {
    const device = await rememberDevice(db, sana.id, null, now);
    for (let time = 0; time < 51; time++) await answerTo(db, { password: "wrong", address: `2001:db8:${time}::1` });
    expect(await answerTo(db, { address: "203.0.113.99" })).toBe("proof_needed");
    expect(await answerTo(db, { address: "203.0.113.99", device: "made up" })).toBe("proof_needed");
    for (let time = 0; time < 100; time++)
      await answerTo(db, { password: "wrong", address: `2001:db8:${time}::1`, proof: `solved ${time}` });
    expect(await answerTo(db, { address: "203.0.113.99", proof: "solved" })).toBe("too_many_tries");
    expect(await answerTo(db, { address: "203.0.113.99", device })).toBe("Sana@example.com");
  }, 30_000);

  test("that are refused do not count: sixty from one address leave the account open from another", async () => {
    for (let time = 0; time < 60; time++) await answerTo(db, { password: "wrong horse", address: "198.51.100.1" });
    expect(await answerTo(db)).toBe("Sana@example.com");
  });

  test("for made-up accounts leave no more rows than were free", async () => {
    const rows = async () => (await database.pool.query("select 1 from rate_limits")).rows.length;
    const address = "198.51.100.1";
    await Promise.all(
      Array.from({ length: 150 }, async (_, time) => {
        await answerTo(db, { login: `nobody${time}@example.com`, password: "wrong", address });
      }),
    );
    // The address, the network, and two rows for each of 20 accounts.
    expect(await rows()).toBe(2 + 2 * 20);
    const asked = Array.from({ length: 50 }, (_, time) =>
      requestPasswordReset(db, `nobody${time}@example.com`, address, now),
    );
    await Promise.allSettled(asked);
    expect(await rows()).toBe(2 + 2 * 20 + 50);
  }, 30_000);

  test("to request mails from one address do not block the owner's own requests", async () => {
    const asked = Array.from({ length: 29 }, () => requestPasswordReset(db, sana.email, "198.51.100.1", now));
    expect((await Promise.allSettled(asked)).filter(({ status }) => status === "fulfilled")).toHaveLength(1 + 5);
    await requestPasswordReset(db, sana.email, "203.0.113.7", now);
  });

  test("for a shared phone number are limited, whatever browser or password one owner has", async () => {
    const phone = "+923001234567";
    const mallory = await addPerson(db, {
      email: "mallory@example.com",
      phone,
      passwordHash: await hashPassword("another one"),
    });
    const device = await rememberDevice(db, mallory.id, null, now);
    const guesses: unknown[] = [];
    for (let time = 0; time < 12; time++) {
      guesses.push(await answerTo(db, { login: phone, password: `guess ${time}`, device }));
      if (time % 4 === 3) await answerTo(db, { login: phone, password: "another one", device });
    }
    expect(guesses.filter((answer) => answer === "credentials_wrong")).toHaveLength(5);
  });

  test("from anywhere in one IPv6 network count together", async () => {
    for (let time = 0; time < 5; time++) await answerTo(db, { password: "wrong", address: `2001:db8:0:${time}::1` });
    expect(await answerTo(db, { address: "2001:0DB8:0:ffff::1" })).toBe("proof_needed");
    expect(await answerTo(db, { address: "2001:db8:1::1" })).toBe("Sana@example.com");
  });
});

test("of two concurrent uses of a password, to replace it or to delete the account, one succeeds", async () => {
  for (const second of [
    () => changePassword(db, sana, "another one"),
    () => deleteAccount(db, sana.id, password, now),
  ]) {
    const answers = await Promise.all([codeOf(changePassword(db, sana, "a new one")), codeOf(second())]);
    expect(answers.toSorted()).toEqual(["credentials_wrong", "done"]);
    await database.pool.query("update users set password_hash = $1", [passwordHash]);
  }
});
