import type { Amount } from "#platform/money.ts";
import type { Settings } from "../../settings/setting-definitions.ts";

/** Why an order takes no stock: too large, too much of one stock, or too much or too often from its network. */
export type HoldReason = "size" | "share" | "network" | "crowd";

/** What an unpaid order may contain and still take its stock at once. */
export interface OrderCeilings {
  /** The goods' total in minor units. */
  value: Amount;
  lines: number;
  /** Per line, by the line's unit price. */
  piecesAt: (unitPrice: Amount) => number;
  /** Per cent of a product's stock. */
  stockShare: number;
}

interface CeilingLine {
  quantity: number;
  unitPrice: Amount;
  /** Identifies the stock, which variations of a product may share; null without one. */
  stockId: number | null;
  /** The stock before the order; null: not limited. */
  stock: number | null;
}

/** An automatic ceiling, as a multiple of the price level: an order of twenty expensive products. */
const ordersOfLevel = 20;

/** Bounds of an automatic number of pieces per line. */
const fewestPieces = 10;
const mostPieces = 200;

/** Pieces that one order may always take of a stock, so that the last ones can be sold. */
const alwaysAllowed = 5;

/**
 * Returns the ceilings that the settings state, or that follow from the shop's prices.
 * @param priceLevel a price that nine of ten products do not exceed; 0: unknown, so only stated ceilings apply
 */
export function ceilingsOf(
  settings: Pick<Settings, "guest_order_value" | "guest_order_lines" | "guest_line_pieces" | "guest_stock_share">,
  priceLevel: Amount,
): OrderCeilings {
  const automatic = priceLevel > 0 ? priceLevel * ordersOfLevel : Number.MAX_SAFE_INTEGER;
  const value = settings.guest_order_value || automatic;
  const piecesFor = (unitPrice: Amount) => Math.floor(value / 2 / Math.max(unitPrice, 1));
  return {
    value,
    lines: settings.guest_order_lines || Number.MAX_SAFE_INTEGER,
    piecesAt: (unitPrice) =>
      settings.guest_line_pieces || Math.min(Math.max(piecesFor(unitPrice), fewestPieces), mostPieces),
    stockShare: settings.guest_stock_share,
  };
}

/** Returns which ceiling an order exceeds; null: none. */
export function exceededCeiling(lines: readonly CeilingLine[], ceilings: OrderCeilings): HoldReason | null {
  const isLarge =
    lines.length > ceilings.lines ||
    goodsValue(lines) > ceilings.value ||
    lines.some(({ quantity, unitPrice }) => quantity > ceilings.piecesAt(unitPrice));
  if (isLarge) return "size";
  const taken = new Map<number | null, number>();
  for (const { stockId, quantity } of lines) taken.set(stockId, (taken.get(stockId) ?? 0) + quantity);
  const takesMuch = lines.some(({ stockId, stock }) => {
    const pieces = taken.get(stockId) ?? 0;
    return stock !== null && pieces > alwaysAllowed && pieces * 100 > stock * ceilings.stockShare;
  });
  return takesMuch ? "share" : null;
}

/** Returns an order's goods in per cent of its value ceiling, rounded up. */
export function shareOfCeiling(lines: readonly CeilingLine[], { value }: OrderCeilings): number {
  return Math.ceil((goodsValue(lines) / value) * 100);
}

function goodsValue(lines: readonly CeilingLine[]): Amount {
  return lines.reduce((total, { quantity, unitPrice }) => total + quantity * unitPrice, 0);
}
