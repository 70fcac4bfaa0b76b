import { vi } from "vitest";

/**
 * Calls `check` until it throws no more.
 * @param within for at most so long (ms); the second that vitest gives is one answer of a busy machine
 */
export function eventually<Value>(check: () => Value | Promise<Value>, within = 20_000): Promise<Value> {
  return vi.waitFor(check, { timeout: within, interval: 20 });
}
