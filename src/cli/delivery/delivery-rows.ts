import { type Currency, formatMoney } from "#platform/money.ts";
import type { Days, DeliveryMethod, DeliveryZone } from "#shop/delivery/delivery.ts";

/** Formats a zone with its places as they are typed, followed by its methods if `isWhole`. */
export function rowsOfZone(zone: DeliveryZone, currency: Currency, isWhole: boolean): string[] {
  const methods = isWhole ? zone.methods.map((method) => `  ${rowOf(method, currency)}`) : [];
  return [`${zone.name}: ${placesText(zone)}`, ...methods];
}

function placesText({ places }: DeliveryZone): string {
  if (places.length === 0) return "all other places";
  return places.map(({ country, state, city }) => [country, state, city].join(":").replace(/:+$/, "")).join(", ");
}

function rowOf(method: DeliveryMethod, currency: Currency): string {
  const { id, kind, title, price, perItem, perKilogram, includedGrams, classPrices, freeFrom, days, isEnabled } =
    method;
  const money = (value: number) => formatMoney(value, currency);
  const parts: [isShown: boolean, text: string][] = [
    [kind !== "free_shipping", money(price)],
    [perItem > 0, `${money(perItem)} per piece`],
    [perKilogram > 0, `${money(perKilogram)} per kilogram beyond ${includedGrams / 1000}`],
    ...classPrices.map(({ shippingClass, price }): [boolean, string] => [true, `${shippingClass} ${money(price)}`]),
    [freeFrom !== null, `free from ${money(freeFrom ?? 0)}`],
    ...(days ? [[true, daysText(days)] as [boolean, string]] : []),
    [!isEnabled, "off"],
  ];
  return [`${kind}:${id}`, title, ...parts.flatMap(([isShown, text]) => (isShown ? [text] : []))].join("  ");
}

function daysText({ min, max }: Days): string {
  if (min !== max) return `${min}-${max} days`;
  return min === 1 ? "1 day" : `${min} days`;
}
