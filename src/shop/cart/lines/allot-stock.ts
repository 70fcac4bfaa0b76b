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
  isRequested: boolean;
  /** How many of its current pieces the line keeps. */
  kept: number;
  wanted: number;
}

/**
 * Allots stock to a cart's lines: returns the allowed quantity of each line, by key, within the product's limits and
 * the shared stock; 0 when the stock does not cover the minimum quantity. `requests` are requested changes of quantity. A
 * line loses its place to another only if the stock does not cover the minimum of both. Otherwise each keeps what it
 * has, lines with a request first, and the rest goes in cart order.
 */
export function allotStock(
  lines: readonly StockedLine[],
  requests: ReadonlyMap<string, number> = new Map(),
): Map<string, number> {
  const inOrder = lines.map((line) => claimOf(line, requests.get(line.key)));
  const requestedFirst = [...inOrder.filter((one) => one.isRequested), ...inOrder.filter((one) => !one.isRequested)];
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
  for (const claim of requestedFirst) raise(claim, Math.min(claim.kept, lowestQuantity(claim.offer)));
  for (const claim of requestedFirst) raise(claim, claim.kept);
  for (const claim of inOrder) raise(claim, claim.wanted);
  return given;
}

function claimOf({ key, quantity, offer }: StockedLine, request: number | undefined): Claim {
  const held = clampQuantity(quantity, offer);
  const wanted = request === undefined ? held : clampQuantity(request, offer);
  return { key, offer, isRequested: request !== undefined, kept: Math.min(held, wanted), wanted };
}

/** Returns the maximum of each line, by key, if the others hold what `given` gives them; null: no limit. */
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
