import { wishlistLimits } from "#shop/wishlist/wishlist.rules.ts";
import type { Fields } from "../../wc-ajax/fields.ts";

/** Returns the fields `{group}[{id}][{part}]` by id, at most as many as a list can hold. */
export function nestedFields(fields: Fields, group: string, part: string): { id: number; name: string }[] {
  const found = Object.keys(fields).flatMap((name) => {
    if (!name.startsWith(`${group}[`) || !name.endsWith(`][${part}]`)) return [];
    const id = /^[1-9]\d{0,14}$/.exec(name.slice(group.length + 1, -part.length - 3))?.[0];
    return id === undefined ? [] : [{ id: Number(id), name }];
  });
  return found.slice(0, wishlistLimits.maxItems);
}
