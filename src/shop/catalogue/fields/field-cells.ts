import { splitList } from "../import/read/csv-values.ts";
import { short } from "../import/read/row-reader.ts";
import type { Cell } from "./product-cell.ts";
import type { ProductColumnValues } from "./product-field.ts";

const types = ["simple", "variable", "variation", "grouped", "external"] as const;

export function readType(cell: Cell): Pick<ProductColumnValues, "type" | "isVirtual" | "isDownloadable"> {
  const text = cell.word();
  const words = splitList(text.toLowerCase());
  const given = words.filter((word) => word !== "virtual" && word !== "downloadable");
  const type = types.find((one) => one === (given[0] ?? "simple"));
  if (!type || given.length > 1) cell.refuse(`Type "${short(text)}" is not known`);
  return {
    type: type ?? "simple",
    isVirtual: words.includes("virtual"),
    isDownloadable: words.includes("downloadable"),
  };
}

/**
 * Reads the protocol's numbers: 1 published, 0 private, -1 draft, 2 pending. Variations of drafts are exported as
 * drafts too, but a variation itself is only published or private.
 */
export function readStatus(cell: Cell): Pick<ProductColumnValues, "status"> {
  const status = cell.choice<ProductColumnValues["status"]>("publish", {
    1: "publish",
    true: "publish",
    0: "private",
    "-1": "draft",
    false: "draft",
    2: "pending",
  });
  return { status: cell.context.isVariation && (status === "draft" || status === "pending") ? "publish" : status };
}

/** An empty cell means that stock is not counted; "parent" on a variation, that the product's stock counts. */
export function readStock(cell: Cell): Pick<ProductColumnValues, "managesStock" | "stockQuantity"> {
  const isCounted = !["", "parent"].includes(cell.word().toLowerCase());
  return { managesStock: isCounted, stockQuantity: isCounted ? (cell.integer(-2_147_483_648) ?? 0) : null };
}

/** Returns only the date for a day's first or last second, as the column has it; else date and time. */
function dateOf(moment: Date | null, wholeDay: string): string {
  if (!moment) return "";
  const [day = "", rest = ""] = moment.toISOString().split("T");
  const time = rest.slice(0, 8);
  return time === wholeDay ? day : `${day} ${time}`;
}

/** A sale that ends at midnight ends with the day before. */
function lastSecondOf(moment: Date | null): Date | null {
  return moment && moment.getTime() % 86_400_000 === 0 ? new Date(moment.getTime() - 1000) : moment;
}

/** Writes the day, with its time unless the sale starts with the day. */
export function writeSaleStart(moment: Date | null): string {
  return dateOf(moment, "00:00:00");
}

/** Writes the day, with its time unless the sale ends with the day. */
export function writeSaleEnd(moment: Date | null): string {
  return dateOf(lastSecondOf(moment), "23:59:59");
}

export function readStockStatus(cell: Cell): Pick<ProductColumnValues, "stockStatus"> {
  const stockStatus = cell.choice<ProductColumnValues["stockStatus"]>("instock", {
    1: "instock",
    yes: "instock",
    instock: "instock",
    true: "instock",
    0: "outofstock",
    no: "outofstock",
    outofstock: "outofstock",
    false: "outofstock",
    backorder: "onbackorder",
    onbackorder: "onbackorder",
  });
  return { stockStatus };
}

export function readBackorders(cell: Cell): Pick<ProductColumnValues, "backorders"> {
  const backorders = cell.choice<ProductColumnValues["backorders"]>("no", {
    0: "no",
    no: "no",
    false: "no",
    1: "yes",
    yes: "yes",
    true: "yes",
    notify: "notify",
  });
  return { backorders };
}
