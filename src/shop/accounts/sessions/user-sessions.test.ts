import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createTestDatabase, type TestDatabase } from "../../../../tests/support/test-database.ts";
import { addProduct, codeOf, defaultSettings, openSession } from "../../cart/cart.fixtures.ts";
import { getCart } from "../../cart/carts.ts";
import { applyCoupon } from "../../cart/coupons/apply-coupon.ts";
import { addToCart } from "../../cart/lines/add-to-cart.ts";
import { giveCoupon } from "../../coupons/coupon.fixtures.ts";
import { deleteAccount } from "../../privacy/delete-account.ts";
import { disableUser } from "../profile/change-user.ts";
import type { User } from "../user.ts";
import { createMailToken } from "./mail-tokens.ts";
import { hashPassword } from "./password-hash.ts";
import { addNotice, findSession, type Session } from "./sessions.ts";
import {
  addPerson,
  answerTo,
  changePassword,
  freshSession,
  later,
  now,
  password,
  signInOf,
} from "./sign-in.fixtures.ts";
import { rememberDevice, signIn } from "./sign-in.ts";
import { beginUserSession, endUserSession, endUserSessions } from "./user-sessions.ts";

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

const proven = () => ({ user: sana, passwordHash });

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
    const made = freshSession();
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
    const own = freshSession();
    const signedIn = await beginUserSession(db, proven(), session, own);
    expect(await findSession(db, tokenHash, now)).toBeUndefined();
    expect((await findSession(db, own.tokenHash, now))?.user).toMatchObject({ id: sana.id, role: "customer" });
    expect(signedIn.customerKey).not.toBe(session.customerKey);
    expect(await productsOf(signedIn)).toEqual([tea]);
  });

  test("of a guest keeps its id at sign-in, so that requests in progress succeed", async () => {
    const { session } = await guest();
    const tea = await addProduct(db, { name: "Tea", regularPrice: 100 });
    const signedIn = await beginUserSession(db, proven(), session, freshSession());
    await add(session.id, tea);
    expect(await addNotice(db, session.id, { kind: "info", messageKey: "cart.empty", values: {} })).toBe(true);
    expect(await productsOf(signedIn)).toEqual([tea]);
  });

  test("keeps its cart when the sign-in is sent twice concurrently", async () => {
    const { session } = await guest();
    const tea = await addProduct(db, { name: "Tea", regularPrice: 100 });
    await add(session.id, tea);
    const begun = await Promise.all(
      [freshSession(), freshSession()].map((own) => beginUserSession(db, proven(), session, own)),
    );
    for (const one of begun) expect(await productsOf(one)).toEqual([tea]);
  });

  test("of another user, a parked or a deleted one is not taken over", async () => {
    const other = await addPerson(db, { email: "other@example.com", phone: null, passwordHash });
    const theirs = await beginUserSession(db, { user: other, passwordHash }, undefined, freshSession());
    expect((await beginUserSession(db, proven(), theirs, freshSession())).id).not.toBe(theirs.id);
    const { session } = await guest();
    await database.pool.query("delete from sessions where id = $1", [session.id]);
    expect(await codeOf(add(session.id, await addProduct(db)))).toBe("session_ended");
    expect((await beginUserSession(db, proven(), session, freshSession())).id).not.toBe(session.id);
  });

  test("that was signed out leaves its cart for the owner's next sign-in, and grants no access", async () => {
    const [tea, salt] = [
      await addProduct(db, { name: "Tea", regularPrice: 100 }),
      await addProduct(db, { name: "Salt", regularPrice: 50 }),
    ];
    const first = freshSession();
    const signedIn = await beginUserSession(db, proven(), undefined, first);
    await add(signedIn.id, tea);
    await endUserSession(db, signedIn.id, now);
    expect(await findSession(db, first.tokenHash, now)).toBeUndefined();
    const { session } = await guest();
    await add(session.id, salt);
    expect(await productsOf(await beginUserSession(db, proven(), session, freshSession()))).toEqual(
      [tea, salt].toSorted((a, b) => a - b),
    );
  });

  test("takes over the coupons of a waiting cart, but none next to an individual-use coupon", async () => {
    const tea = await addProduct(db, { name: "Tea" });
    const [common, own] = [await giveCoupon(db), await giveCoupon(db)];
    const alone = await giveCoupon(db, { isIndividual: true });
    const shopper = { userId: null, email: "", phone: "" };
    const couponsAfter = async (waiting: readonly string[], entered: readonly string[]) => {
      const before = await beginUserSession(db, proven(), undefined, freshSession());
      await database.pool.query("delete from cart_coupons");
      const { session } = await guest();
      for (const [{ id }, codes] of [[before, waiting] as const, [session, entered] as const]) {
        await add(id, tea);
        for (const code of codes)
          await applyCoupon(db, { sessionId: id, code, shopper, email: "", ip: "" }, defaultSettings, now);
      }
      await endUserSession(db, before.id, now);
      const { id } = await beginUserSession(db, proven(), session, freshSession());
      return (await getCart(db, id, defaultSettings, now)).coupons.map(({ code }) => code);
    };
    expect((await couponsAfter([common, own], [own])).toSorted()).toEqual([common, own].toSorted());
    expect(await couponsAfter([alone], [])).toEqual([alone]);
    expect(await couponsAfter([alone], [own])).toEqual([own]);
    expect(await couponsAfter([common], [alone])).toEqual([alone]);
  });

  test("takes over a waiting cart in its order, including a line that was only removed here", async () => {
    const [tea, salt, oil] = [await addProduct(db), await addProduct(db), await addProduct(db)];
    const signedIn = await beginUserSession(db, proven(), undefined, freshSession());
    for (const product of [oil, salt, tea]) await add(signedIn.id, product);
    await database.pool.query("update cart_lines set quantity = 4 where product_id = $1", [salt]);
    // A rewritten row is read last, unless sorted by its number.
    await database.pool.query("update cart_lines set added_at = added_at where product_id = $1", [oil]);
    await endUserSession(db, signedIn.id, now);
    const { session } = await guest();
    await add(session.id, salt);
    await database.pool.query("update cart_lines set removed_at = now() where session_id = $1", [session.id]);
    const { id } = await beginUserSession(db, proven(), session, freshSession());
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
    const signedIn = await beginUserSession(db, proven(), undefined, freshSession());
    for (const id of [signedIn.id, signedIn.id]) await add(id, tea);
    await endUserSession(db, signedIn.id, now);
    const { session } = await guest();
    await add(session.id, tea);
    const { id } = await beginUserSession(db, proven(), session, freshSession());
    const { rows } = await database.pool.query("select quantity from cart_lines where session_id = cart_of($1)", [id]);
    expect(rows).toEqual([{ quantity: 3 }]);
  });

  test("is refused if the password was replaced or the account disabled or deleted since the check", async () => {
    const begun = async (meanwhile: () => Promise<unknown>) => {
      const checked = await signIn(db, signInOf(), now);
      await meanwhile();
      return codeOf(beginUserSession(db, checked, undefined, freshSession()));
    };
    expect(await begun(() => changePassword(db, sana, "a better one"))).toBe("credentials_wrong");
    await database.pool.query("update users set password_hash = $1", [passwordHash]);
    expect(await begun(() => disableUser(db, sana.email, now))).toBe("credentials_wrong");
    await database.pool.query("update users set disabled_at = null");
    expect(await begun(() => deleteAccount(db, sana.id, password, now))).toBe("credentials_wrong");
  });

  test("ends everywhere else on request", async () => {
    const [here, there] = [freshSession(), freshSession()];
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
      all.push(freshSession());
      await beginUserSession(db, proven(), undefined, { ...(all.at(-1) ?? freshSession()), now: later(time) });
      devices.push(await rememberDevice(db, sana.id, null, later(time)));
    }
    const found = await Promise.all(all.map(({ tokenHash }) => findSession(db, tokenHash, now)));
    expect(found.map((session) => session !== undefined)).toEqual(all.map((_, time) => time > 1));
    expect((await database.pool.query("select 1 from known_devices")).rows).toHaveLength(20);
    const wrong = { password: "wrong", address: "198.51.100.1" };
    for (let time = 0; time < 6; time++) await answerTo(db, wrong);
    expect(await answerTo(db, { address: "198.51.100.1", device: devices[0] ?? null })).toBe("proof_needed");
    expect(await answerTo(db, { address: "198.51.100.1", device: devices[21] ?? null })).toBe("Sana@example.com");
  });

  test("ends everywhere with the password or the account, as do links and known browsers", async () => {
    const devices = async () => (await database.pool.query("select 1 from known_devices")).rows.length;
    for (const end of [
      () => changePassword(db, sana, "a better one"),
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
    const own = freshSession();
    await beginUserSession(db, proven(), undefined, own);
    await disableUser(db, sana.email, now);
    expect(await findSession(db, own.tokenHash, now)).toBeUndefined();
  });
});
