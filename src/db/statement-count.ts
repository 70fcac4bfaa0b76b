import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";

const scope = new AsyncLocalStorage<{ statements: number }>();

/** Makes a connection count its statements while `withStatementCount` runs; costs nothing otherwise. */
export function countStatements(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...given: unknown[]) => unknown;
  client.query = ((...given: unknown[]) => {
    const counter = scope.getStore();
    if (counter) counter.statements += 1;
    return query(...given);
  }) as typeof client.query;
}

/** Runs `work` and returns how many SQL statements it sent. Used by benchmarks and tests of our limits. */
export async function withStatementCount<T>(work: () => Promise<T>): Promise<{ result: T; statements: number }> {
  const counter = { statements: 0 };
  const result = await scope.run(counter, work);
  return { result, statements: counter.statements };
}
