import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { isOutage } from "#db/outage.ts";
import { withoutValues } from "#platform/loggable-error.ts";

export interface RegularWrites {
  everyMs: number;
  write: () => Promise<void>;
  /** Logged with the error when a write fails, except during an outage. */
  failure: string;
}

/**
 * Writes what a process has collected in memory, regularly and once more when the server closes. A write begins only after
 * the one before it has ended, so that an older result never replaces a newer one.
 */
export function writeRegularly(app: FastifyInstance, log: Logger, { everyMs, write, failure }: RegularWrites): void {
  let running: Promise<void> | undefined;
  const start = () => {
    running ??= write()
      .catch((error: unknown) => {
        if (!isOutage(error)) log.error(withoutValues(error), failure);
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  };
  const timer = setInterval(() => void start(), everyMs).unref();
  app.addHook("onClose", async () => {
    clearInterval(timer);
    await running;
    await start();
  });
}
