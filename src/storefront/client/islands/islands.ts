import type { IslandLoaders } from "./island.ts";

/** Every island of the shop by name. */
export const islands: Readonly<IslandLoaders> = {
  "manage-wishlists": async () => (await import("../../wishlist/manage-wishlists.island.tsx")).manageWishlists,
};
