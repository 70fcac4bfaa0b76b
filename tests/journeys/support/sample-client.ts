import { CartQueue } from "#storefront/cart/client/cart-queue.ts";
import { announce } from "#storefront/client/announce.ts";
import { defineIslands } from "#storefront/client/islands/define-islands.ts";
import { IdempotencyKeys } from "#storefront/client/requests/idempotency-keys.ts";

// In the place of the shop's client: the same loader, with the sample as the only island.
defineIslands(
  { sample: async () => (await import("./sample.island.tsx")).sample },
  { queue: new CartQueue(), keys: new IdempotencyKeys() },
);
announce("started");
