import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll } from "vitest";
import { FormBrowser, openWholeShop } from "../../../src/wire/page-requests/whole-shop.fixtures.ts";
import { createTestDatabase, type TestDatabase } from "../../support/test-database.ts";

/** A shop under attack, with the settings of a new shop and a clock that only `later` moves. */
export interface AttackedShop {
  database: TestDatabase;
  app: FastifyInstance;
  now: () => Date;
  later: (seconds: number) => void;
  /** Opens a browser without cookies at a network address. */
  browserAt: (ip: string, process?: FastifyInstance) => FormBrowser;
}

/** Opens the whole shop before the file's tests, and closes it after them. @returns its getter */
export function openAttackedShop(): () => AttackedShop {
  let shop: AttackedShop;
  beforeAll(async () => {
    const database = await createTestDatabase({ isBare: true });
    let time = new Date("2026-11-21T12:00:00Z");
    const now = () => time;
    const { app } = await openWholeShop(database, now, { TRUST_PROXY: "127.0.0.1" });
    shop = {
      database,
      app,
      now,
      later: (seconds) => {
        time = new Date(time.getTime() + seconds * 1000);
      },
      browserAt: (ip, process = app) =>
        new FormBrowser(process, { "x-forwarded-for": ip, "user-agent": "Mozilla/5.0 (test)" }),
    };
  });
  afterAll(() => shop.app.close());
  return () => shop;
}
