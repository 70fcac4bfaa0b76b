import type pg from "pg";

/** How long (ms) the process that works on jobs may be silent before the database gives its turn to another. */
export const turnLeaseMs = 15_000;

export interface TurnLease {
  /** Resolves when the connection ends, or its server has been silent for as long. */
  isLost: Promise<void>;
  /** Stops the heartbeat. */
  end(): void;
}

/**
 * Makes the turn that a connection holds by an advisory lock a lease: the server ends the connection, and with it the lock,
 * unless the process sends a heartbeat. Without it a frozen host, or one that the network has lost, would keep the lock for
 * as long as its TCP connection, up to two hours. The setting ends with the connection, which must not go back to a pool.
 */
export async function holdTurn(client: pg.PoolClient, leaseMs: number): Promise<TurnLease> {
  await client.query(`set idle_session_timeout = ${leaseMs}`);
  let lose = () => {};
  const isLost = new Promise<void>((resolve) => {
    lose = resolve;
  });
  client.once("error", () => lose());
  let answeredAt = performance.now();
  let isAsking = false;
  const beat = async () => {
    // Also after this process was frozen: the server has ended the connection meanwhile.
    if (performance.now() - answeredAt > leaseMs) lose();
    if (isAsking) return;
    isAsking = true;
    await client.query("select 1");
    isAsking = false;
    answeredAt = performance.now();
  };
  const heartbeat = setInterval(() => void beat().catch(() => lose()), leaseMs / 3);
  return { isLost, end: () => clearInterval(heartbeat) };
}
