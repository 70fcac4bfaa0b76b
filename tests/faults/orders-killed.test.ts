import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { addProduct } from "#shop/cart/cart.fixtures.ts";
import { createTestDatabase, databaseUrl } from "../support/test-database.ts";

const project = fileURLToPath(new URL("../../", import.meta.url));
const script = fileURLToPath(new URL("order-writer.ts", import.meta.url));
const stock = 100_000;

/** Orders over eight connections and is killed in the midst of it. @returns what it had acknowledged by then */
async function orderUntilKilled(url: string, productId: number): Promise<{ session: number; id: number }[]> {
  const child = spawn(process.execPath, ["--import", "tsx", script, url, String(productId)], {
    cwd: project,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const acknowledged: { session: number; id: number }[] = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    acknowledged.push(JSON.parse(line));
    if (acknowledged.length === 25) child.kill("SIGKILL");
  });
  const [, signal] = await once(child, "close");
  expect(signal).toBe("SIGKILL");
  return acknowledged;
}

test("killed five times under eight connections, the shop has every acknowledged order once, with its stock and its job", async () => {
  const { db, connection } = await createTestDatabase();
  const id = await addProduct(db, { managesStock: true, stockQuantity: stock });
  const acknowledged: { session: number; id: number }[] = [];
  for (let round = 0; round < 5; round += 1)
    acknowledged.push(...(await orderUntilKilled(databaseUrl(connection), id)));
  expect(acknowledged.length).toBeGreaterThanOrEqual(125);

  const { rows } = await db.execute<{ id: number; session: number; pieces: number; jobs: number }>(sql`
    select o.id, o.session_id as session, (select sum(l.quantity)::int from order_lines l where l.order_id = o.id) as pieces,
      (select count(*)::int from graphile_worker._private_jobs j where (j.payload ->> 'orderId')::bigint = o.id) as jobs
    from orders o`);
  const kept = new Map(rows.map((row) => [row.session, row]));
  expect(kept.size).toBe(rows.length);
  expect(acknowledged.filter(({ session, id: order }) => kept.get(session)?.id !== order)).toEqual([]);
  expect(rows.filter(({ pieces, jobs }) => pieces !== 1 || jobs !== 1)).toEqual([]);
  const { rows: left } = await db.execute<{ left: number }>(
    sql`select stock_quantity as left from products where id = ${id}`,
  );
  expect(left).toEqual([{ left: stock - rows.length }]);
}, 60_000);
