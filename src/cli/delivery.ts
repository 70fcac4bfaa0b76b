import { type Currency, formatMoney } from "#platform/money.ts";
import { StartError } from "#platform/start-error.ts";
import {
  addDeliveryMethod,
  addDeliveryZone,
  removeDeliveryMethod,
  removeDeliveryZone,
  setDeliveryMethod,
} from "#shop/delivery/change-delivery.ts";
import type { DeliveryMethod, DeliveryPlace, DeliveryZone } from "#shop/delivery/delivery.ts";
import {
  isDeliveryKind,
  type MethodFields,
  plainMethod,
  readMethod,
  readPlaces,
} from "#shop/delivery/delivery-fields.rules.ts";
import { listDeliveryZones } from "#shop/delivery/delivery-zones.ts";
import { Refusal } from "#shop/refusal.ts";
import { currencyOf, getSettings } from "#shop/settings/settings.ts";
import { type CommandContext, type DatabaseCommand, type GivenOptions, unknownWord } from "./command.ts";

type DeliveryContext = Pick<CommandContext, "db" | "print">;

/** Each field of a method and the option that says it. */
const optionOf = {
  title: "title",
  price: "price",
  perItem: "perItem",
  perKilogram: "perKg",
  included: "includedKg",
  classes: "classes",
  freeFrom: "freeFrom",
  days: "days",
} as const satisfies Record<keyof MethodFields, string>;

const words = ["zones", "list", "add-zone NAME", "add-method ZONE KIND TITLE", "set NUMBER", "remove ZONE or NUMBER"];

/** `delivery zones|list`, `delivery add-zone`, `delivery add-method`, `delivery set` and `delivery remove`. */
export const deliveryCommand: DatabaseCommand<DeliveryContext> = {
  name: "delivery",
  usage: "delivery <what> [name] [kind] [title]",
  summary:
    "zones, list, add-zone NAME, add-method ZONE flat_rate|free_shipping|local_pickup TITLE, set NUMBER, remove ZONE|NUMBER",
  options: [
    {
      flags: "--places <list>",
      meaning: "of a zone: PK, PK:SD, PK:PB:Lahore, PK::Karachi; without it: all other places",
    },
    { flags: "--title <text>", meaning: "what shoppers read" },
    { flags: "--price <amount>", meaning: "for the whole parcel" },
    { flags: "--per-item <amount>", meaning: "for each piece" },
    { flags: "--per-kg <amount>", meaning: "for each started kilogram" },
    { flags: "--included-kg <kg>", meaning: "kilograms that the price covers" },
    { flags: "--classes <list>", meaning: "once for each shipping class in the cart: bulky=500,fragile=200; none" },
    {
      flags: "--free-from <amount>",
      meaning: "free from this spend after discounts; free_shipping: offered from it; none",
    },
    { flags: "--days <span>", meaning: "business days, 2-3 or 1; none: as the settings have it" },
    { flags: "--off", meaning: "not offered for now" },
    { flags: "--on", meaning: "offered again" },
  ],
  needs: "migrated database",
  async run(context, [what = "", name = "", kind = "", title], options) {
    const { db, print } = context;
    const currency = currencyOf(await getSettings(db));
    switch (what) {
      case "zones":
      case "list":
        return list(context, what === "list", currency);
      case "add-zone":
        await addDeliveryZone(db, zoneName(name), placesOf(options));
        return print(`${name.trim()} is a zone; "delivery add-method" says how it is delivered to.`);
      case "add-method": {
        if (!isDeliveryKind(kind))
          throw new StartError(`"${kind}" is no kind: use flat_rate, free_shipping or local_pickup.`);
        const typed = title === undefined ? options : { ...options, title };
        const id = await addDeliveryMethod(db, name, changed({ ...plainMethod, kind }, typed, currency));
        return print(`${kind}:${id} is offered in ${name}.`);
      }
      case "set": {
        const { kind, id } = methodIdOf(name);
        const set = await setDeliveryMethod(db, id, (before) => {
          refuseKind(kind, before);
          return changed(before, options, currency);
        });
        return print(`${set.kind}:${id} is changed.`);
      }
      case "remove": {
        if (!methodId.test(name)) await removeDeliveryZone(db, name);
        else {
          const { kind, id } = methodIdOf(name);
          await removeDeliveryMethod(db, id, (method) => refuseKind(kind, method));
        }
        return print(`${name} is gone.`);
      }
      default:
        throw unknownWord("delivery", what, words);
    }
  },
};

function zoneName(text: string): string {
  const name = text.trim();
  if (name !== "" && name.length <= 60 && !/\p{Cc}/u.test(name) && !methodId.test(name)) return name;
  throw new StartError(`"${text}" is no name of a zone: use 1 to 60 characters, and nothing like a method's number.`);
}

function placesOf({ places }: GivenOptions): DeliveryPlace[] {
  const read = readPlaces(typeof places === "string" ? places : "");
  if ("wrong" in read)
    throw new StartError(`"${read.wrong}" is no place of this shop: write PK, PK:SD, PK:PB:Lahore or PK::Karachi.`);
  return read;
}

function changed<Method extends Omit<DeliveryMethod, "id">>(
  before: Method,
  options: GivenOptions,
  currency: Currency,
): Method {
  const text = (name: string) => (typeof options[name] === "string" ? options[name] : undefined);
  const fields = Object.fromEntries(Object.entries(optionOf).map(([field, option]) => [field, text(option)]));
  const read = readMethod(before, fields, currency);
  if ("wrong" in read) throw new StartError(wrongField(read.wrong, fields[read.wrong] ?? ""));
  const isEnabled = options.off === true ? false : options.on === true || read.isEnabled;
  return { ...read, isEnabled };
}

function wrongField(field: keyof MethodFields, value: string): string {
  const option = optionOf[field].replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `"${value}" is not what --${option} takes here: "npm run shop -- delivery --help" says what does.`;
}

/** "7", or "flat_rate:7" as the wire has it. */
const methodId = /^(?:(flat_rate|free_shipping|local_pickup):)?(\d+)$/;

/** The number of a method, and its kind where that was said. */
function methodIdOf(text: string): { kind: string | undefined; id: number } {
  const [, kind, digits = ""] = methodId.exec(text) ?? [];
  if (!/^[1-9]\d{0,14}$/.test(digits))
    throw new StartError(`"${text}" is not a method's number: "delivery list" names them.`);
  return { kind, id: Number(digits) };
}

/** Who names another kind means another method. */
function refuseKind(kind: string | undefined, method: DeliveryMethod): void {
  if (kind !== undefined && kind !== method.kind) throw new Refusal("delivery_method_unknown", { id: method.id });
}

async function list({ db, print }: DeliveryContext, isWhole: boolean, currency: Currency): Promise<void> {
  const zones = await listDeliveryZones(db);
  if (zones.length === 0)
    print("There are no zones yet: the settings shipping_title and shipping_price hold in the whole country.");
  for (const zone of zones) {
    print(`${zone.name}: ${placesInWords(zone)}`);
    if (isWhole) for (const method of zone.methods) print(`  ${rowOf(method, currency)}`);
  }
}

function placesInWords({ places }: DeliveryZone): string {
  if (places.length === 0) return "all other places";
  return places.map(({ country, state, city }) => [country, state, city].join(":").replace(/:+$/, "")).join(", ");
}

function rowOf(method: DeliveryMethod, currency: Currency): string {
  const { id, kind, title, price, perItem, perKilogram, includedGrams, classPrices, freeFrom, days, isEnabled } =
    method;
  const money = (value: number) => formatMoney(value, currency);
  const parts: [isSaid: boolean, text: string][] = [
    [kind !== "free_shipping", money(price)],
    [perItem > 0, `${money(perItem)} a piece`],
    [perKilogram > 0, `${money(perKilogram)} a kilogram beyond ${includedGrams / 1000}`],
    ...classPrices.map(({ shippingClass, price }): [boolean, string] => [true, `${shippingClass} ${money(price)}`]),
    [freeFrom !== null, `free from ${money(freeFrom ?? 0)}`],
    [days !== null, `${[...new Set([days?.min, days?.max])].join("-")} days`],
    [!isEnabled, "off"],
  ];
  return [`${kind}:${id}`, title, ...parts.flatMap(([isSaid, text]) => (isSaid ? [text] : []))].join("  ");
}
