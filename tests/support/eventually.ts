import { vi } from "vitest";

/** Calls `check` until it throws no more, for at most 20 s: the second that vitest gives is one answer of a busy machine. */
export function eventually<Value>(check: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(check, { timeout: 20_000, interval: 20 });
}
