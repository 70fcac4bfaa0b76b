import {
  type Attribution,
  type AttributionField,
  attributionFields,
  readAttribution,
} from "#shop/attribution/attribution.rules.ts";
import { type Fields, textOf } from "./fields.ts";

/** The fields `wc_order_attribution_*` of a form. @param agent the browser that sent it */
export function attributionOf(fields: Fields, agent: string): Attribution | null {
  const told = attributionFields.map((field) => [field, textOf(fields, wireName(field))]);
  return readAttribution(Object.fromEntries(told) as Record<AttributionField, string>, agent);
}

/** `wc_order_attribution_utm_source` for `utmSource`. */
function wireName(field: AttributionField): string {
  return `wc_order_attribution_${field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
}
