import type { Offer } from "../offer.ts";
import { clampQuantity, lowestQuantity } from "./quantity.rules.ts";

/** A line that takes from a stock. */
interface StockedLine {
  key: string;
  quantity: number;
  offer: Offer;
}

interface Claim {
  key: string;
  offer: Offer;
  isAsked: boolean;
  /** What the line keeps of what it holds. */
  kept: number;
  wanted: number;
}

/**
 * How many each line of a cart may hold, by key, within its product's limits and what is in the stock that it shares with
 * others; 0: its stock does not hold the fewest that it is sold in. `wishes` are other quantities that are wished for. A line
 * goes for another only where the stock does not hold the fewest of both. Then each keeps what it holds, those that are asked
 * for first, and more goes to whoever comes first in the cart.
 */
export function allotStock(
  lines: readonly StockedLine[],
  wishes: ReadonlyMap<string, number> = new Map(),
): Map<string, number> {
  const inOrder = lines.map((line) => claimOf(line, wishes.get(line.key)));
  const askedFirst = [...inOrder.filter((one) => one.isAsked), ...inOrder.filter((one) => !one.isAsked)];
  const given = new Map<string, number>();
  const taken = new Map<number | null, number>();
  const raise = ({ key, offer }: Claim, target: number) => {
    const has = given.get(key) ?? 0;
    const used = taken.get(offer.stockId) ?? 0;
    const room = offer.stockLimit === null ? Number.POSITIVE_INFINITY : Math.max(offer.stockLimit - used, 0);
    const reached = has + Math.min(Math.max(target - has, 0), room);
    const allowed = reached < lowestQuantity(offer) ? has : reached;
    given.set(key, allowed);
    taken.set(offer.stockId, used + allowed - has);
  };
  for (const claim of askedFirst) raise(claim, Math.min(claim.kept, lowestQuantity(claim.offer)));
  for (const claim of askedFirst) raise(claim, claim.kept);
  for (const claim of inOrder) raise(claim, claim.wanted);
  return given;
}

function claimOf({ key, quantity, offer }: StockedLine, wish: number | undefined): Claim {
  const held = clampQuantity(quantity, offer);
  const wanted = wish === undefined ? held : clampQuantity(wish, offer);
  return { key, offer, isAsked: wish !== undefined, kept: Math.min(held, wanted), wanted };
}

/** What each line could hold at most if the others hold what `given` gives them, by key; null: no limit. */
export function roomPerLine(
  lines: readonly StockedLine[],
  given: ReadonlyMap<string, number>,
): Map<string, number | null> {
  const taken = new Map<number | null, number>();
  for (const { key, offer } of lines) taken.set(offer.stockId, (taken.get(offer.stockId) ?? 0) + (given.get(key) ?? 0));
  return new Map(
    lines.map(({ key, offer }) => {
      const others = (taken.get(offer.stockId) ?? 0) - (given.get(key) ?? 0);
      return [key, offer.stockLimit === null ? null : Math.max(offer.stockLimit - others, 0)];
    }),
  );
}
