import { createHash, randomBytes } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { createTestDatabase } from "../../../../tests/support/test-database.ts";
import {
  addNotice,
  createSession,
  deleteExpiredSessions,
  findSession,
  type Notice,
  renewSession,
  takeNotices,
} from "./sessions.ts";

let db: Database;
const now = new Date("2026-11-21T10:00:00Z");
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const notice: Notice = { kind: "error", messageKey: "cart.empty", values: { count: 2 } };

beforeAll(async () => {
  ({ db } = await createTestDatabase());
});

async function newSession(hours = 48) {
  const tokenHash = createHash("sha256").update(randomBytes(8)).digest();
  const customerKey = `t_${randomBytes(15).toString("hex")}`;
  const session = await createSession(db, { tokenHash, customerKey, now, expiresAt: later(hours) });
  return { tokenHash, session };
}

test("a session is found by its token's hash until it expires", async () => {
  const { tokenHash, session } = await newSession();
  expect(await findSession(db, tokenHash, now)).toEqual(session);
  expect(await findSession(db, tokenHash, later(48))).toBeUndefined();
  expect(await findSession(db, Buffer.alloc(32), now)).toBeUndefined();
});

test("a renewed session expires later", async () => {
  const { tokenHash, session } = await newSession();
  expect(await renewSession(db, session, later(25), later(73))).toMatchObject({ renewedAt: later(25) });
  expect(await findSession(db, tokenHash, later(72))).toMatchObject({ id: session.id, expiresAt: later(73) });
  expect(await renewSession(db, { ...session, id: 999_999 }, now, now)).toBeUndefined();
});

test("notices are taken once, in order, by one of many concurrent readers", async () => {
  const { session } = await newSession();
  await addNotice(db, session.id, notice);
  await addNotice(db, session.id, { ...notice, kind: "success", values: {} });
  const takes = await Promise.all([1, 2, 3].map(() => takeNotices(db, session.id)));
  expect(takes.flat()).toEqual([notice, { ...notice, kind: "success", values: {} }]);
});

test("an unread notice is not added twice; after it was taken it can be added again", async () => {
  const { session } = await newSession();
  const other = { ...notice, values: { name: "Tea" } };
  for (const one of [notice, other, notice, other]) expect(await addNotice(db, session.id, one)).toBe(true);
  expect(await takeNotices(db, session.id)).toEqual([notice, other]);
  expect(await addNotice(db, session.id, notice)).toBe(true);
  expect(await takeNotices(db, session.id)).toEqual([notice]);
  expect(await addNotice(db, 999_999, notice)).toBe(false);
});

test("expired sessions are deleted, in limited batches", async () => {
  for (let count = 0; count < 3; count += 1) await newSession(1);
  const { tokenHash } = await newSession(90);
  expect(await deleteExpiredSessions(db, later(2), 2)).toBe(2);
  expect(await deleteExpiredSessions(db, later(2), 2)).toBe(1);
  expect(await findSession(db, tokenHash, later(2))).toBeDefined();
});
