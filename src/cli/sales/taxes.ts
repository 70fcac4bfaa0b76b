import { formatCount } from "#platform/format-count.ts";
import { StartError } from "#platform/start-error.ts";
import type { PlacedRate } from "#shop/taxes/tax-place.rules.ts";
import { readTaxRate, type TaxRateFields } from "#shop/taxes/tax-rate-fields.rules.ts";
import { addTaxRate, listTaxClasses, listTaxRates, removeTaxRate } from "#shop/taxes/tax-rates.ts";
import { type CommandContext, type DatabaseCommand, type GivenOptions, unknownWord } from "../command.ts";

type TaxesContext = Pick<CommandContext, "db" | "print" | "clock">;

/** Describes the values that each field of a rate accepts. */
const expected: Readonly<Record<keyof TaxRateFields, string>> = {
  label: "a label that buyers see: 1 to 60 visible characters",
  percent: "a percentage from 0 to 100, with four decimals at most",
  country: "a country for --country: two letters, such as PK",
  state:
    "a province for --state: with --country; of Pakistan JK, BA, TA, GB, IS, KP, PB or SD, of AE, AU, CA, IN and US its code too",
  city: "a city for --city: with --country, up to 100 characters",
  taxClass: "a class for --class: up to 60 characters, as used by products",
  coversCharges: "a choice for --goods-only",
};

/** `taxes add LABEL PERCENT`, `taxes list`, `taxes remove ID` and `taxes classes`. */
export const taxesCommand: DatabaseCommand<TaxesContext> = {
  name: "taxes",
  usage: "taxes <what> [label] [percent]",
  summary: "add LABEL PERCENT, list, remove ID, or classes (the tax classes of products)",
  options: [
    { flags: "--country <code>", meaning: "only for this country, such as PK; default: everywhere" },
    { flags: "--state <code>", meaning: "only for this province, such as PB" },
    { flags: "--city <name>", meaning: "only for this city" },
    { flags: "--class <name>", meaning: "for products of this class; default: the standard class" },
    { flags: "--goods-only", meaning: "not on delivery and fees" },
  ],
  needs: "migrated database",
  async run({ db, print, clock }, [what = "", label = "", percent = ""], options) {
    switch (what) {
      case "add": {
        const rate = typedRate(label, percent, options);
        const id = await addTaxRate(db, rate, clock.now());
        return print(`Added: ${rowOf({ ...rate, id })}`);
      }
      case "remove":
        if (!/^[1-9]\d{0,14}$/.test(label)) throw new StartError(`"${label}" is not a rate's number: use digits.`);
        await removeTaxRate(db, Number(label));
        return print(`Removed rate ${label}; existing orders keep its tax.`);
      case "list": {
        const rates = await listTaxRates(db);
        if (rates.length === 0) print("There are no tax rates yet.");
        for (const rate of rates) print(rowOf(rate));
        return;
      }
      case "classes":
        for (const { name, products, rates } of await listTaxClasses(db))
          print(
            [
              name || "standard",
              formatCount(products, "product or variation", "products and variations"),
              formatCount(rates, "rate"),
            ].join("  "),
          );
        return;
      default:
        throw unknownWord("taxes", what, ["add LABEL PERCENT", "list", "remove ID", "classes"]);
    }
  },
};

/** @throws StartError that describes the first invalid field. */
function typedRate(label: string, percent: string, options: GivenOptions): Omit<PlacedRate, "id"> {
  const text = (name: string) => (typeof options[name] === "string" ? options[name] : undefined);
  const fields = {
    label,
    percent,
    country: text("country"),
    state: text("state"),
    city: text("city"),
    taxClass: text("class"),
    coversCharges: options.goodsOnly !== true,
  };
  const read = readTaxRate(fields);
  if ("wrong" in read) throw new StartError(`"${fields[read.wrong] ?? ""}" is not ${expected[read.wrong]}.`);
  return read;
}

function rowOf({ id, label, perMillion, taxClass, country, state, city, coversCharges }: PlacedRate): string {
  const place = [country, state, city].filter((part) => part !== "").join(" ");
  const extent = coversCharges ? "goods, delivery and fees" : "goods only";
  return [id, label, `${perMillion / 10_000} %`, taxClass || "standard", place || "everywhere", extent].join("  ");
}
