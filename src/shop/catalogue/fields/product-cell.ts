import { type Amount, type Currency, parseDecimal } from "#platform/money.ts";
import { type BulkOffer, readBulkOffer } from "../bulk-offer.rules.ts";
import { readDescription } from "../import/read/csv-values.ts";
import type { ProductRef } from "../import/read/product-row.ts";
import { type RowReader, short } from "../import/read/row-reader.ts";
import { sanitiseRichText } from "../sanitise.ts";
import { readReference } from "./product-reference.ts";

/** The row and shop data needed to read a cell. */
export interface CellContext {
  currency: Currency;
  isVariation: boolean;
  sku: string | null;
}

/** A cell of a product list. Invalid values are reported to the row's reader; the value returned then is unused. */
export class Cell {
  readonly context: CellContext;
  readonly #reader: RowReader;
  readonly #index: number;
  readonly #heading: string;
  readonly #scale: number;

  /** @param scale grams or millimetres of one unit; 1 where the cell is no measure */
  constructor(reader: RowReader, index: number, heading: string, scale: number, context: CellContext) {
    this.#reader = reader;
    this.#index = index;
    this.#heading = heading;
    this.#scale = scale;
    this.context = context;
  }

  refuse(reason: string): void {
    this.#reader.refuse(reason);
  }

  text(maxLength = 10_000): string {
    return this.#reader.text(this.#index, maxLength, this.#heading) ?? "";
  }

  /** Returns the text of a choice or number, whose length needs no limit of its own. */
  word(): string {
    return this.#reader.text(this.#index) ?? "";
  }

  /** Returns sanitised HTML. */
  richText(maxLength: number): string {
    return sanitiseRichText(this.text(maxLength));
  }

  /** Returns sanitised HTML in which line ends are written as the two characters "\n". */
  description(maxLength: number): string {
    return sanitiseRichText(readDescription(this.text(maxLength)));
  }

  list(maxLength?: number, heading?: string): string[] {
    return this.#reader.list(this.#index, maxLength, heading) ?? [];
  }

  references(): ProductRef[] {
    return this.list().map(readReference);
  }

  integer(min: number): number | null {
    return this.#reader.integer(this.#index, this.#heading, min) ?? null;
  }

  /** Returns a whole number; null for -1, 0 and "", which mean no limit. */
  limit(): number | null {
    const value = this.integer(-1);
    return value !== null && value < 1 ? null : value;
  }

  measure(): number | null {
    return this.#reader.measure(this.#index, this.#heading, this.#scale) ?? null;
  }

  /** @param fallback for an empty cell */
  flag(fallback: boolean): boolean {
    return this.#reader.flag(this.#index, this.#heading, fallback) ?? fallback;
  }

  /** @param fallback for an empty cell @param meanings by spelling, in lower case */
  choice<Meaning>(fallback: Meaning, meanings: Readonly<Record<string, NoInfer<Meaning>>>): Meaning {
    const text = this.word().toLowerCase();
    if (text === "") return fallback;
    if (Object.hasOwn(meanings, text)) return meanings[text] ?? fallback;
    this.refuse(`${this.#heading} "${short(text)}" is not one of ${Object.keys(meanings).join(", ")}`);
    return fallback;
  }

  url(maxLength: number): string {
    const text = this.text(maxLength);
    if (text === "" || /^https?:\/\/[^\s/]/i.test(text)) return text;
    this.refuse(`${this.#heading} "${short(text)}" does not begin with http:// or https://`);
    return "";
  }

  /** Returns an amount in minor units; null for an empty cell. */
  price(): Amount | null {
    const { currency } = this.context;
    const text = this.word();
    if (text === "") return null;
    // Shops with a decimal comma export it; three digits after a comma might be thousands.
    const price = parseDecimal(/^\d+,\d{1,2}$/.test(text) ? text.replace(",", ".") : text, currency);
    if (price !== undefined) return price;
    this.refuse(`${this.#heading} "${short(text)}" ${priceProblem(text, currency)}`);
    return null;
  }

  /**
   * Reads a date, meaning a whole day in the shop's time (UTC), or a date with time. @param time the time assumed for a
   * day without one
   */
  moment(time: string): Date | null {
    const text = this.word();
    if (text === "") return null;
    const match = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}))?Z?)?$/.exec(text);
    const [, day = "", hour = "00", minute = "00", second = "00"] = match ?? [];
    const given = `${hour.padStart(2, "0")}:${minute}:${second}`;
    // Midnight is how a day without a time is exported.
    const date = new Date(`${day}T${given === "00:00:00" ? time : given}Z`);
    const isReal = match && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
    if (isReal) return date;
    this.refuse(`${this.#heading} "${short(text)}" is no date like 2026-12-31`);
    return null;
  }

  bulkOffer(): BulkOffer | null {
    const text = this.word();
    const offer = readBulkOffer(text, this.context.currency);
    if (!offer && text !== "") this.refuse(`${this.#heading} "${short(text)}" is not written as "2 for 5499"`);
    return offer ?? null;
  }
}

function priceProblem(text: string, { minorUnit }: Currency): string {
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text))
    return `is no price: write it without commas, as ${text.replaceAll(",", "")}`;
  return /^\d+[.,]\d+$/.test(text) ? `has more decimals than the shop's ${minorUnit}` : "is no price";
}
