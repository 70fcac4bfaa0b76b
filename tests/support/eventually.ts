import { vi } from "vitest";

/**
 * Retries `check` until it no longer throws.
 * @param within timeout in ms; vitest's default of 1 s is too short on a busy machine
 */
export function eventually<Value>(check: () => Value | Promise<Value>, within = 20_000): Promise<Value> {
  return vi.waitFor(check, { timeout: within, interval: 20 });
}
