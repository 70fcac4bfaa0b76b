import { createHash, randomBytes } from "node:crypto";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { withStatementCount } from "#db/statement-count.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { addProduct, codeOf, defaultSettings, openSession } from "../../cart/cart.fixtures.ts";
import { getCart } from "../../cart/carts.ts";
import { applyCoupon } from "../../cart/coupons/apply-coupon.ts";
import { addToCart } from "../../cart/lines/add-to-cart.ts";
import { giveCoupon } from "../../coupons/coupon.fixtures.ts";
import { Refusal } from "../../refusal.ts";
import { requestPasswordReset } from "../profile/change-password.ts";
import { disableUser } from "../profile/change-user.ts";
import { deleteAccount } from "../profile/delete-account.ts";
import { saveAccount } from "../profile/save-account.ts";
import type { User } from "../user.ts";
import { addUser } from "../users.ts";
import { createMailToken } from "./mail-tokens.ts";
import { hashPassword } from "./password-hash.ts";
import { addNotice, findSession, type Session } from "./sessions.ts";
import { rememberDevice, type SignIn, signIn } from "./sign-in.ts";
import { beginUserSession, endUserSession, endUserSessions, type NewSession } from "./user-sessions.ts";

let database: TestDatabase;
let db: Database;
let sana: User;
let passwordHash: string;
const now = new Date("2026-11-21T10:00:00Z");
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const password = "correct horse";

beforeAll(async () => {
  database = await createTestDatabase();
  ({ db } = database);
  passwordHash = await hashPassword(password);
});
beforeEach(async () => {
  await database.pool.query("delete from users");
  await database.pool.query("delete from rate_limits");
  sana = await person("Sana@example.com", "+923001234567");
});

async function person(email: string, phone: string | null, hash = passwordHash): Promise<User> {
  const user = await addUser(
    db,
    { email, phone, firstName: "Sana", lastName: "", role: "customer", passwordHash: hash },
    now,
  );
  if (!user) throw new Error("taken");
  return user;
}

const proven = () => ({ user: sana, passwordHash });
const fresh = (isRemembered = false): NewSession => ({
  tokenHash: createHash("sha256").update(randomBytes(8)).digest(),
  customerKey: `t_${randomBytes(15).toString("hex")}`,
  isRemembered,
  now,
  expiresAt: later(60),
});
function changePassword(wanted: string) {
  const passwords = { current: password, password: wanted, again: wanted };
  const change = { email: sana.email, firstName: "Sana", lastName: "", phone: "", ...passwords };
  return saveAccount(db, { user: sana, session: anySession(sana) }, change, fresh(), now);
}
/** Returns a session of a user, not stored, from which another is started. */
const anySession = (user: User): Session => ({ id: 0, ...fresh(), renewedAt: now, user });
const given = (more: Partial<SignIn> = {}): SignIn => ({
  login: "sana@example.com",
  password,
  address: "203.0.113.7",
  device: null,
  ...more,
});
const answerTo = (more: Partial<SignIn> = {}, at = now) =>
  signIn(db, given(more), at).then(
    ({ user }) => user.email,
    (error: unknown) => (error instanceof Refusal ? error.code : error),
  );

test("a user signs in by e-mail in any spelling and by phone", async () => {
  expect(await answerTo()).toBe("Sana@example.com");
  expect(await answerTo({ login: " SANA@Example.com " })).toBe("Sana@example.com");
  expect(await answerTo({ login: "+923001234567" })).toBe("Sana@example.com");
  expect(Object.keys((await signIn(db, given(), now)).user)).not.toContain("passwordHash");
});

test("among accounts with the same phone number the password decides", async () => {
  await person("other@example.com", "+923001234567", await hashPassword("another one"));
  expect(await answerTo({ login: "+923001234567", password: "another one" })).toBe("other@example.com");
  expect(await answerTo({ login: "+923001234567" })).toBe("Sana@example.com");
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
    expect(await answerTo({ ...more, address: randomBytes(4).toString("hex") })).toBe("credentials_wrong");
  await disableUser(db, sana.email, now);
  expect(await answerTo()).toBe("credentials_wrong");
});

test("an unknown address takes as many statements as a wrong password", async () => {
  const countFor = async (login: string, device: string | null) =>
    (await withStatementCount(() => answerTo({ login, password: "wrong horse", device }))).statements;
  for (const device of [null, "a".repeat(32)])
    expect(await countFor("nobody@example.com", device)).toBe(await countFor("sana@example.com", device));
});

describe("sign-in attempts", () => {
  test("from one address are limited to five in 15 minutes, also when concurrent", async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => answerTo({ password: "wrong horse" })));
    expect(answers.filter((answer) => answer === "credentials_wrong")).toHaveLength(5);
    expect(answers.filter((answer) => answer === "too_many_tries")).toHaveLength(7);
    expect(await answerTo()).toBe("too_many_tries");
    expect(await answerTo({}, later(15))).toBe("Sana@example.com");
  });

  test("by a stranger do not lock out the owner, and a success resets the owner's own count", async () => {
    for (let time = 0; time < 8; time++) await answerTo({ password: "wrong horse", address: "198.51.100.1" });
    expect(await answerTo()).toBe("Sana@example.com");
    for (let time = 0; time < 4; time++) await answerTo({ password: "wrong horse" });
    expect(await answerTo()).toBe("Sana@example.com");
    for (let time = 0; time < 4; time++) await answerTo({ password: "wrong horse" });
    expect(await answerTo()).toBe("Sana@example.com");
  });

  test("from very many addresses lock the account for unknown browsers, but not for known ones", async () => {
    const device = await rememberDevice(db, sana.id, null, now);
    for (let time = 0; time < 51; time++) await answerTo({ password: "wrong", address: `2001:db8:${time}::1` });
    expect(await answerTo({ address: "203.0.113.99" })).toBe("too_many_tries");
    expect(await answerTo({ address: "203.0.113.99", device: "made up" })).toBe("too_many_tries");
    expect(await answerTo({ address: "203.0.113.99", device })).toBe("Sana@example.com");
  }, 30_000);

  test("that are refused do not count: sixty from one address leave the account open from another", async () => {
    for (let time = 0; time < 60; time++) await answerTo({ password: "wrong horse", address: "198.51.100.1" });
    expect(await answerTo()).toBe("Sana@example.com");
  });

  test("for made-up accounts and addresses leave no more rows than were allowed", async () => {
    const rows = async () => (await database.pool.query("select 1 from rate_limits")).rows.length;
    const address = "198.51.100.1";
    await Promise.all(
      Array.from({ length: 150 }, async (_, time) => {
        await answerTo({ login: `nobody${time}@example.com`, password: "wrong", address });
      }),
    );
    expect(await rows()).toBe(1 + 2 * 100);
    const asked = Array.from({ length: 50 }, (_, time) =>
      requestPasswordReset(db, `nobody${time}@example.com`, address, now),
    );
    await Promise.allSettled(asked);
    expect(await rows()).toBe(1 + 2 * 100 + 1 + 2 * 30);
  }, 30_000);

  test("to request mails from one address do not block the owner's own requests", async () => {
    const asked = Array.from({ length: 29 }, () => requestPasswordReset(db, sana.email, "198.51.100.1", now));
    expect((await Promise.allSettled(asked)).filter(({ status }) => status === "fulfilled")).toHaveLength(5);
    await requestPasswordReset(db, sana.email, "203.0.113.7", now);
  });

  test("for a shared phone number are limited, whatever browser or password one owner has", async () => {
    const phone = "+923001234567";
    const mallory = await person("mallory@example.com", phone, await hashPassword("another one"));
    const device = await rememberDevice(db, mallory.id, null, now);
    const guesses: unknown[] = [];
    for (let time = 0; time < 12; time++) {
      guesses.push(await answerTo({ login: phone, password: `guess ${time}`, device }));
      if (time % 4 === 3) await answerTo({ login: phone, password: "another one", device });
    }
    expect(guesses.filter((answer) => answer === "credentials_wrong")).toHaveLength(5);
  });

  test("from anywhere in one IPv6 network count as one address", async () => {
    for (let time = 0; time < 5; time++) await answerTo({ password: "wrong", address: `2001:db8::${time}:1` });
    expect(await answerTo({ address: "2001:0DB8:0:0:ffff::1" })).toBe("too_many_tries");
    expect(await answerTo({ address: "2001:db8:0:1::1" })).toBe("Sana@example.com");
  });
});

test("of two concurrent uses of a password, to replace it or to delete the account, one succeeds", async () => {
  for (const second of [() => changePassword("another one"), () => deleteAccount(db, sana.id, password, now)]) {
    const answers = await Promise.all([codeOf(changePassword("a new one")), codeOf(second())]);
    expect(answers.toSorted()).toEqual(["credentials_wrong", "done"]);
    await database.pool.query("update users set password_hash = $1", [passwordHash]);
  }
});

describe("a session", () => {
  const productsOf = async (session: Session) =>
    (
      await database.pool.query<{ product_id: number }>(
        "select product_id from cart_lines where session_id = cart_of($1) order by product_id",
        [session.id],
      )
    ).rows.map(({ product_id }) => product_id);
  const add = (sessionId: number, productId: number) =>
    addToCart(db, sessionId, { productId, variationId: null, quantity: 1, attributes: {} }, now);
  const guest = async () => {
    const made = fresh();
    const id = await openSession(db);
    await database.pool.query("update sessions set token_hash = $1 where id = $2", [made.tokenHash, id]);
    const session = await findSession(db, made.tokenHash, now);
    if (!session) throw new Error("no session");
    return { session, tokenHash: made.tokenHash };
  };

  test("of a guest ends at sign-in: its token becomes invalid, its cart continues under another", async () => {
    const { session, tokenHash } = await guest();
    const tea = await addProduct(db, { name: "Tea", regularPrice: 100 });
    await add(session.id, tea);
    const own = fresh();
    const signedIn = await beginUserSession(db, proven(), session, own);
    expect(await findSession(db, tokenHash, now)).toBeUndefined();
    expect((await findSession(db, own.tokenHash, now))?.user).toMatchObject({ id: sana.id, role: "customer" });
    expect(signedIn.customerKey).not.toBe(session.customerKey);
    expect(await productsOf(signedIn)).toEqual([tea]);
  });

  test("of a guest keeps its id at sign-in, so that requests in progress succeed", async () => {
    const { session } = await guest();
    const tea = await addProduct(db, { name: "Tea", regularPrice: 100 });
    const signedIn = await beginUserSession(db, proven(), session, fresh());
    await add(session.id, tea);
    expect(await addNotice(db, session.id, { kind: "info", messageKey: "cart.empty", values: {} })).toBe(true);
    expect(await productsOf(signedIn)).toEqual([tea]);
  });

  test("keeps its cart when the sign-in is sent twice concurrently", async () => {
    const { session } = await guest();
    const tea = await addProduct(db, { name: "Tea", regularPrice: 100 });
    await add(session.id, tea);
    const begun = await Promise.all([fresh(), fresh()].map((own) => beginUserSession(db, proven(), session, own)));
    for (const one of begun) expect(await productsOf(one)).toEqual([tea]);
  });

  test("of another user, a parked or a deleted one is not taken over", async () => {
    const other = await person("other@example.com", null);
    const theirs = await beginUserSession(db, { user: other, passwordHash }, undefined, fresh());
    expect((await beginUserSession(db, proven(), theirs, fresh())).id).not.toBe(theirs.id);
    const { session } = await guest();
    await database.pool.query("delete from sessions where id = $1", [session.id]);
    expect(await codeOf(add(session.id, await addProduct(db)))).toBe("session_ended");
    expect((await beginUserSession(db, proven(), session, fresh())).id).not.toBe(session.id);
  });

  test("that was signed out leaves its cart for the owner's next sign-in, and grants no access", async () => {
    const [tea, salt] = [
      await addProduct(db, { name: "Tea", regularPrice: 100 }),
      await addProduct(db, { name: "Salt", regularPrice: 50 }),
    ];
    const first = fresh();
    const signedIn = await beginUserSession(db, proven(), undefined, first);
    await add(signedIn.id, tea);
    await endUserSession(db, signedIn.id, now);
    expect(await findSession(db, first.tokenHash, now)).toBeUndefined();
    const { session } = await guest();
    await add(session.id, salt);
    expect(await productsOf(await beginUserSession(db, proven(), session, fresh()))).toEqual(
      [tea, salt].toSorted((a, b) => a - b),
    );
  });

  test("takes over the coupons of a waiting cart, but none next to an individual-use coupon", async () => {
    const tea = await addProduct(db, { name: "Tea" });
    const [common, own] = [await giveCoupon(db), await giveCoupon(db)];
    const alone = await giveCoupon(db, { isIndividual: true });
    const shopper = { userId: null, email: "", phone: "" };
    const couponsAfter = async (waiting: readonly string[], entered: readonly string[]) => {
      const before = await beginUserSession(db, proven(), undefined, fresh());
      await database.pool.query("delete from cart_coupons");
      const { session } = await guest();
      for (const [{ id }, codes] of [[before, waiting] as const, [session, entered] as const]) {
        await add(id, tea);
        for (const code of codes)
          await applyCoupon(db, { sessionId: id, code, shopper, email: "", ip: "" }, defaultSettings, now);
      }
      await endUserSession(db, before.id, now);
      const { id } = await beginUserSession(db, proven(), session, fresh());
      return (await getCart(db, id, defaultSettings, now)).coupons.map(({ code }) => code);
    };
    expect((await couponsAfter([common, own], [own])).toSorted()).toEqual([common, own].toSorted());
    expect(await couponsAfter([alone], [])).toEqual([alone]);
    expect(await couponsAfter([alone], [own])).toEqual([own]);
    expect(await couponsAfter([common], [alone])).toEqual([alone]);
  });

  test("takes over a waiting cart in its order, including a line that was only removed here", async () => {
    const [tea, salt, oil] = [await addProduct(db), await addProduct(db), await addProduct(db)];
    const signedIn = await beginUserSession(db, proven(), undefined, fresh());
    for (const product of [oil, salt, tea]) await add(signedIn.id, product);
    await database.pool.query("update cart_lines set quantity = 4 where product_id = $1", [salt]);
    // A rewritten row is read last, unless sorted by its number.
    await database.pool.query("update cart_lines set added_at = added_at where product_id = $1", [oil]);
    await endUserSession(db, signedIn.id, now);
    const { session } = await guest();
    await add(session.id, salt);
    await database.pool.query("update cart_lines set removed_at = now() where session_id = $1", [session.id]);
    const { id } = await beginUserSession(db, proven(), session, fresh());
    const { rows } = await database.pool.query(
      "select product_id, quantity from cart_lines where session_id = cart_of($1) and removed_at is null order by line_number",
      [id],
    );
    expect(rows).toEqual([
      { product_id: oil, quantity: 1 },
      { product_id: salt, quantity: 4 },
      { product_id: tea, quantity: 1 },
    ]);
  });

  test("adds up the quantities of a line that is in both the waiting and the guest's cart", async () => {
    const tea = await addProduct(db, { name: "Tea" });
    const signedIn = await beginUserSession(db, proven(), undefined, fresh());
    for (const id of [signedIn.id, signedIn.id]) await add(id, tea);
    await endUserSession(db, signedIn.id, now);
    const { session } = await guest();
    await add(session.id, tea);
    const { id } = await beginUserSession(db, proven(), session, fresh());
    const { rows } = await database.pool.query("select quantity from cart_lines where session_id = cart_of($1)", [id]);
    expect(rows).toEqual([{ quantity: 3 }]);
  });

  test("is refused if the password was replaced or the account disabled or deleted since the check", async () => {
    const begun = async (meanwhile: () => Promise<unknown>) => {
      const checked = await signIn(db, given(), now);
      await meanwhile();
      return codeOf(beginUserSession(db, checked, undefined, fresh()));
    };
    expect(await begun(() => changePassword("a better one"))).toBe("credentials_wrong");
    await database.pool.query("update users set password_hash = $1", [passwordHash]);
    expect(await begun(() => disableUser(db, sana.email, now))).toBe("credentials_wrong");
    await database.pool.query("update users set disabled_at = null");
    expect(await begun(() => deleteAccount(db, sana.id, password, now))).toBe("credentials_wrong");
  });

  test("ends everywhere else on request", async () => {
    const [here, there] = [fresh(), fresh()];
    const kept = await beginUserSession(db, proven(), undefined, here);
    await beginUserSession(db, proven(), undefined, there);
    await endUserSessions(db, sana.id, kept.id, now);
    expect(await findSession(db, there.tokenHash, now)).toBeUndefined();
    expect(await findSession(db, here.tokenHash, now)).toBeDefined();
  });

  test("and known browsers are limited to the newest twenty", async () => {
    const all = [];
    const devices = [];
    for (let time = 0; time < 22; time++) {
      all.push(fresh());
      await beginUserSession(db, proven(), undefined, { ...(all.at(-1) ?? fresh()), now: later(time) });
      devices.push(await rememberDevice(db, sana.id, null, later(time)));
    }
    const found = await Promise.all(all.map(({ tokenHash }) => findSession(db, tokenHash, now)));
    expect(found.map((session) => session !== undefined)).toEqual(all.map((_, time) => time > 1));
    expect((await database.pool.query("select 1 from known_devices")).rows).toHaveLength(20);
    const wrong = { password: "wrong", address: "198.51.100.1" };
    for (let time = 0; time < 6; time++) await answerTo(wrong);
    expect(await answerTo({ address: "198.51.100.1", device: devices[0] ?? null })).toBe("too_many_tries");
    expect(await answerTo({ address: "198.51.100.1", device: devices[21] ?? null })).toBe("Sana@example.com");
  });

  test("ends everywhere with the password or the account, as do links and known browsers", async () => {
    const devices = async () => (await database.pool.query("select 1 from known_devices")).rows.length;
    for (const end of [
      () => changePassword("a better one"),
      () => endUserSessions(db, sana.id, null, now),
      () => disableUser(db, sana.email, now),
    ]) {
      await rememberDevice(db, sana.id, null, now);
      await createMailToken(db, { purpose: "password-reset", userId: sana.id }, now);
      expect(await devices()).toBe(1);
      await end();
      expect(await devices()).toBe(0);
    }
    expect((await database.pool.query("select 1 from mail_tokens")).rows).toEqual([]);
  });

  test("of a disabled account is invalid from that moment on", async () => {
    const own = fresh();
    await beginUserSession(db, proven(), undefined, own);
    await disableUser(db, sana.email, now);
    expect(await findSession(db, own.tokenHash, now)).toBeUndefined();
  });
});
