import { type SQL, sql } from "drizzle-orm";
import type { AttributeValues } from "../../catalogue/variations/variations.rules.ts";
import type { ChoosableAttribute } from "./variation-choice.rules.ts";

/** SQL of the variation attributes of the `products` row known as `alias`, in order. */
export function choosableJson(alias: string): SQL<ChoosableAttribute[]> {
  const product = sql.raw(alias);
  return sql`case when ${product}.type = 'variable' then coalesce((
    select json_agg(json_build_object('slug', pa.slug, 'name', pa.name, 'values',
      case when pa.attribute_id is null then to_json(pa.options) else coalesce((
        select json_agg(av.slug) from attribute_values av
        where av.attribute_id = pa.attribute_id and av.name = any(pa.options)), '[]'::json) end,
      'words', coalesce((
        select json_object_agg(av.slug, av.name) from attribute_values av
        where av.attribute_id = pa.attribute_id and av.name = any(pa.options)), '{}'::json)) order by pa.position)
    from product_attributes pa where pa.product_id = ${product}.id and pa.is_for_variations), '[]'::json)
    else '[]'::json end`;
}

/** SQL of the values of the variation known as `alias`, by attribute slug; "" for any. */
export function fixedValuesJson(alias: string): SQL<AttributeValues> {
  return sql`coalesce((
    select json_object_agg(va.slug, va.value) from variation_attributes va
    where va.variation_id = ${sql.raw(alias)}.id), '{}'::json)`;
}
