import { attributesOf, type Fields, memberQuantitiesOf, quantityOf } from "../wc-ajax/fields.ts";

/** More attributes than these no product differs in. */
const mostAttributes = 20;

/** More rows than these nobody fills in; an address has to stay short. */
const mostMembers = 50;

/** Longest name or value (characters) that goes back into an address. */
const longestText = 200;

/**
 * A path with its query, which adds nothing and asks for what a buying form was refused with: the chosen attributes ("" where
 * one was left empty), the quantity, and those of a group's members.
 */
export function pathWithTyped(path: string, fields: Fields): string {
  // A second leading slash would name another host.
  const { pathname, searchParams } = new URL(path.replace(/^[\\/]+/, "/"), "http://localhost");
  searchParams.delete("add-to-cart");
  for (const [slug, value] of Object.entries(attributesOf(fields)).slice(0, mostAttributes))
    if (Math.max(slug.length, value.length) <= longestText) searchParams.set(`attribute_${slug}`, value);
  const quantity = quantityOf(fields, "quantity");
  if (quantity !== null && quantity > 1) searchParams.set("quantity", String(quantity));
  const members = [...memberQuantitiesOf(fields)].filter(([, typed]) => typed > 0);
  for (const [id, typed] of members.slice(0, mostMembers)) searchParams.set(`quantity[${id}]`, String(typed));
  const query = searchParams.toString();
  return query === "" ? pathname : `${pathname}?${query}`;
}
