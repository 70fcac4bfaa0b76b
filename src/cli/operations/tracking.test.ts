import { beforeAll, expect, test } from "vitest";
import type { Database } from "#db/database.ts";
import { noon } from "#shop/cart/cart.fixtures.ts";
import {
  type NewConversion,
  postponeConversions,
  settleConversions,
  storeConversions,
} from "#shop/tracking/conversions.ts";
import { createTestDatabase } from "../../../tests/support/test-database.ts";
import type { GivenOptions } from "../command.ts";
import { trackingCommand } from "./tracking.ts";

let db: Database;
beforeAll(async () => {
  ({ db } = await createTestDatabase());
  await storeConversions(db, [
    conversion({ eventId: "00ff00ff01", happenedAt: noon }),
    conversion({ eventId: "00ff00ff02", happenedAt: at(60) }),
    conversion({ eventId: "00ff00ff03", happenedAt: at(120), skipReason: "no consent to marketing" }),
    conversion({ eventId: "00ff00ff04", happenedAt: at(180), network: "tiktok" }),
  ]);
  const { rows } = await db.execute<{ id: number }>("select id::int as id from conversions order by happened_at");
  const ids = rows.map(({ id }) => id);
  await settleConversions(db, { ids: ids.slice(0, 1), status: "sent", reason: "" }, noon);
  await settleConversions(db, { ids: ids.slice(1, 2), status: "refused", reason: "100: \u001b[31mInvalid" }, noon);
  await db.execute("update conversions set attempts = 2 where network = 'tiktok'");
  await postponeConversions(db, ids.slice(3), { reason: "the network answered 503", until: at(600) });
});

const at = (seconds: number) => new Date(noon.getTime() + seconds * 1000);

function conversion(given: Partial<NewConversion>): NewConversion {
  const event = { network: "meta", event: "AddToCart", sale: null, sealed: "sealed", skipReason: "" } as const;
  return { ...event, eventId: "", happenedAt: noon, ...given };
}

async function logged(options: GivenOptions = {}, what = "log"): Promise<string[]> {
  const lines: string[] = [];
  await trackingCommand.run({ db, print: (line) => void lines.push(line) }, [what], options);
  return lines;
}

const lineAt = (seconds: number, text: string) => `${at(seconds).toISOString().replace(".000Z", "Z")}  ${text}`;

test("the log says what was sent, refused, skipped or waits, and why, newest first", async () => {
  expect(await logged()).toEqual([
    lineAt(180, "tiktok  AddToCart 00ff00ff04  waiting: the network answered 503  2 attempts"),
    lineAt(120, "meta  AddToCart 00ff00ff03  skipped: no consent to marketing"),
    lineAt(60, "meta  AddToCart 00ff00ff02  refused: 100: [31mInvalid"),
    lineAt(0, "meta  AddToCart 00ff00ff01  sent"),
  ]);
});

test("entries are filtered by network, status, moment and number", async () => {
  expect(await logged({ network: "tiktok" })).toHaveLength(1);
  expect(await logged({ status: "sent" })).toEqual([expect.stringContaining("00ff00ff01")]);
  expect(await logged({ since: "2026-11-21T12:01Z" })).toHaveLength(3);
  expect(await logged({ limit: "1" })).toEqual([expect.stringContaining("00ff00ff04")]);
  expect(await logged({ status: "sent", network: "google" })).toEqual(["Nothing is recorded."]);
});

test("unknown networks, statuses, numbers and words are refused", async () => {
  await expect(logged({ network: "myspace" })).rejects.toThrow("use meta, tiktok, pinterest, snapchat, google");
  await expect(logged({ status: "lost" })).rejects.toThrow("use waiting, sent, refused, skipped");
  await expect(logged({ limit: "0" })).rejects.toThrow('"0" is not a number of entries.');
  await expect(logged({}, "list")).rejects.toThrow('There is no "tracking list": use log.');
});
