import type { Currency } from "#platform/money.ts";
import { StartError } from "#platform/start-error.ts";
import {
  addDeliveryMethod,
  addDeliveryZone,
  removeDeliveryMethod,
  removeDeliveryZone,
  setDeliveryMethod,
  setDeliveryZone,
} from "#shop/delivery/change-delivery.ts";
import type { DeliveryMethod } from "#shop/delivery/delivery.ts";
import { plainMethod } from "#shop/delivery/delivery-fields.rules.ts";
import { deliveryKinds, isDeliveryKind } from "#shop/delivery/delivery-kinds.rules.ts";
import { listDeliveryZones, listUnusedClasses } from "#shop/delivery/delivery-zones.ts";
import { currencyOf, getSettings } from "#shop/settings/settings.ts";
import { type CommandContext, type DatabaseCommand, type GivenOptions, unknownWord } from "../command.ts";
import { rowsOfZone } from "./delivery-rows.ts";
import {
  changedMethod,
  isMethodId,
  methodIdOf,
  methodOptions,
  placesOf,
  positionOf,
  refuseKind,
  refuseOthers,
  refusePriceless,
  textOf,
  zoneName,
  zoneOptions,
} from "./typed-delivery.ts";

type DeliveryContext = Pick<CommandContext, "db" | "print">;

const words = [
  "zones",
  "list",
  "add-zone NAME",
  "add-method ZONE KIND TITLE",
  "set ZONE or NUMBER",
  "remove ZONE or NUMBER",
];

/** `delivery zones|list`, `delivery add-zone`, `delivery add-method`, `delivery set` and `delivery remove`. */
export const deliveryCommand: DatabaseCommand<DeliveryContext> = {
  name: "delivery",
  usage: "delivery <what> [name] [kind] [title]",
  summary: `zones, list, add-zone NAME, add-method ZONE ${deliveryKinds.join("|")} TITLE, set ZONE|NUMBER, remove ZONE|NUMBER`,
  options: [
    {
      flags: "--places <list>",
      meaning: "places of a zone: PK, PK:SD, PK:PB:Lahore, PK::Karachi, AE; none (default): all other places",
    },
    { flags: "--name <text>", meaning: "set ZONE: its new name" },
    {
      flags: "--position <n>",
      meaning: "position of a zone, from 1; if two zones name the same place, the first applies",
    },
    { flags: "--title <text>", meaning: "title of a method, as shoppers see it" },
    { flags: "--price <amount>", meaning: "price per order; required for a flat_rate, may be 0" },
    { flags: "--per-item <amount>", meaning: "price per piece" },
    { flags: "--per-kg <amount>", meaning: "price per started kilogram" },
    { flags: "--included-kg <kg>", meaning: "kilograms included in the price" },
    { flags: "--classes <list>", meaning: "price per shipping class in the cart: bulky=500,fragile=200; none" },
    {
      flags: "--free-from <amount>",
      meaning: "free from this subtotal after discounts, as prices are shown; free_shipping: offered from it; none",
    },
    { flags: "--days <span>", meaning: "business days, 2-3 or 1; none: as in the settings" },
    { flags: "--off", meaning: "do not offer for now" },
    { flags: "--on", meaning: "offer again" },
  ],
  needs: "migrated database",
  async run(context, [what = "", ...args], options) {
    const given = { args, options };
    const currency = currencyOf(await getSettings(context.db));
    switch (what) {
      case "zones":
      case "list":
        refuseOthers(what, given, { args: 0, options: [] });
        return list(context, what === "list", currency);
      case "add-zone":
        refuseOthers(what, given, { args: 1, options: ["places"] });
        return addZone(context, args, options);
      case "add-method":
        refuseOthers(what, given, { args: 3, options: methodOptions });
        return addMethod(context, args, options, currency);
      case "set":
        refuseOthers(what, given, { args: 1, options: [...methodOptions, ...zoneOptions] });
        if (Object.keys(options).length === 0)
          throw new StartError('Nothing to change: see "delivery --help" for the options.');
        return isMethodId(args[0] ?? "")
          ? setMethod(context, args, options, currency)
          : setZone(context, args, options);
      case "remove":
        refuseOthers(what, given, { args: 1, options: [] });
        return remove(context, args);
      default:
        throw unknownWord("delivery", what, words);
    }
  },
};

type Arguments = readonly string[];

async function addZone({ db, print }: DeliveryContext, [typed = ""]: Arguments, options: GivenOptions): Promise<void> {
  const name = zoneName(typed);
  const places = placesOf(textOf(options, "places") ?? "");
  const isFirst = (await listDeliveryZones(db)).length === 0;
  await addDeliveryZone(db, name, places);
  print(`${name} was added. It delivers nothing until you add a method: "delivery add-method ZONE KIND TITLE".`);
  if (isFirst) print("Once a zone exists, the settings shipping_title and shipping_price are ignored.");
  if (isFirst && places.length > 0)
    print("Places outside of all zones get no delivery. A zone without --places covers everything else.");
}

async function addMethod(
  { db, print }: DeliveryContext,
  [typed = "", kind = "", title]: Arguments,
  options: GivenOptions,
  currency: Currency,
): Promise<void> {
  const zone = zoneName(typed);
  if (!isDeliveryKind(kind)) throw new StartError(`"${kind}" is not a kind: use ${deliveryKinds.join(", ")}.`);
  if (title !== undefined && options.title !== undefined)
    throw new StartError(`The title is given twice: "${title}" and --title.`);
  const named = title === undefined ? options : { ...options, title };
  const method = changedMethod({ ...plainMethod, kind }, named, currency);
  refusePriceless(method, options);
  await refuseUnknownClasses(db, method, options);
  const id = await addDeliveryMethod(db, zone, method);
  print(`Added ${kind}:${id} to ${zone}.`);
}

async function setMethod(
  { db, print }: DeliveryContext,
  [typed = ""]: Arguments,
  options: GivenOptions,
  currency: Currency,
): Promise<void> {
  const { kind, id } = methodIdOf(typed);
  refuseOthers("set NUMBER", { args: [], options }, { args: 0, options: methodOptions });
  const set = await setDeliveryMethod(db, id, async (before, db) => {
    refuseKind(kind, before);
    const changed = changedMethod(before, options, currency);
    await refuseUnknownClasses(db, changed, options);
    return changed;
  });
  print(`Changed ${set.kind}:${id}.`);
}

/** Rejects prices for a shipping class that no product has: most likely a typo. */
async function refuseUnknownClasses(
  db: CommandContext["db"],
  method: Pick<DeliveryMethod, "classPrices">,
  options: GivenOptions,
): Promise<void> {
  if (options.classes === undefined) return;
  const [unknown] = await listUnusedClasses(db, method);
  if (unknown !== undefined) throw new StartError(`No product has the shipping class "${unknown}".`);
}

async function setZone({ db, print }: DeliveryContext, [typed = ""]: Arguments, options: GivenOptions): Promise<void> {
  const foreign = methodOptions.find((option) => options[option] !== undefined);
  if (foreign !== undefined)
    throw new StartError(`"${typed}" is not a method's number, and no zone has that name: "delivery list" shows both.`);
  const [name, places, position] = ["name", "places", "position"].map((option) => textOf(options, option));
  const zone = zoneName(typed);
  await setDeliveryZone(db, zone, {
    name: name === undefined ? undefined : zoneName(name),
    places: places === undefined ? undefined : placesOf(places),
    position: position === undefined ? undefined : positionOf(position),
  });
  print(`Changed ${zone}.`);
}

async function remove({ db, print }: DeliveryContext, [typed = ""]: Arguments): Promise<void> {
  if (!isMethodId(typed)) await removeDeliveryZone(db, zoneName(typed));
  else {
    const { kind, id } = methodIdOf(typed);
    await removeDeliveryMethod(db, id, (method) => refuseKind(kind, method));
  }
  print(`Removed ${typed}.`);
}

async function list({ db, print }: DeliveryContext, isWhole: boolean, currency: Currency): Promise<void> {
  const zones = await listDeliveryZones(db);
  if (zones.length === 0)
    print("There are no zones yet: the settings shipping_title and shipping_price apply to the whole country.");
  for (const zone of zones) for (const row of rowsOfZone(zone, currency, isWhole)) print(row);
}
