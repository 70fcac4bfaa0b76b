import { sql } from "drizzle-orm";
import type { Database } from "#db/database.ts";
import { contactForms } from "#db/tables/contact.ts";
import { findForm } from "../../contact/forms/find-form.rules.ts";
import { hostedVideoOf, id, ids, list, ownFile, ownFiles, type Schema, videoSource } from "./block-attributes.ts";
import { findMediaFiles, findNamedFiles, findNamedPictures } from "./block-data.ts";
import { blockKinds, isFormBlockName } from "./block-kinds.ts";
import { type Block, type Part, readBody } from "./parse-body.ts";

type TargetKind = "product" | "SKU" | "slug" | "category" | "tag" | "file" | "form" | "address";

/** Something of the shop that a text names, such as a product. */
export interface NamedTarget {
  /** Grows with the body. */
  place: number;
  /** What names it: a block's opening tag, as written, or "a link". */
  source: string;
  kind: TargetKind;
  name: string;
}

/** Lists what the blocks of a body name, and the files below /media/ that its text shows and links to. */
export function targetsIn(html: string): NamedTarget[] {
  const { parts, links } = readBody(html);
  const linked = links.map(
    ({ place, address, isPicture }): NamedTarget => ({
      place,
      source: isPicture ? "a picture" : "a link",
      kind: "address",
      name: address.replace(/[?#].*$/s, ""),
    }),
  );
  return [...targetsOf(parts), ...linked];
}

function targetsOf(parts: readonly Part[]): NamedTarget[] {
  return parts.flatMap((part) => (typeof part === "string" ? [] : [...ownTargets(part), ...targetsOf(part.content)]));
}

function ownTargets({ name, attributes, place, source }: Block): NamedTarget[] {
  if (isFormBlockName(name)) return [{ place, source, kind: "form", name: attributes.get("id") ?? "" }];
  const schema: Schema = blockKinds[name];
  return [...attributes].flatMap(([attribute, text]) => {
    const kind = schema[attribute] && kindOf(attribute, schema[attribute], name === "gallery");
    const names = kind ? [schema[attribute]?.read(text) ?? []].flat().map(String) : [];
    const shop = names.filter((one) => one !== "" && hostedVideoOf(one) === undefined);
    return kind ? shop.map((name) => ({ place, source, kind, name })) : [];
  });
}

function kindOf(attribute: string, type: Schema[string], isGallery: boolean): TargetKind | undefined {
  if (type === ids || type === id) return isGallery ? "file" : "product";
  if (type === ownFile || type === ownFiles || type === videoSource) return "file";
  if (attribute === "skus" || attribute === "sku") return "SKU";
  if (attribute === "category" && type === list) return "category";
  return attribute === "tag" && type === list ? "tag" : attribute === "slug" ? "slug" : undefined;
}

/** Returns those of the targets that the shop does not have, or does not show because they are not published. */
export async function missingTargets(db: Database, targets: readonly NamedTarget[]): Promise<Set<NamedTarget>> {
  const named = (kind: TargetKind) => [...new Set(targets.filter((one) => one.kind === kind).map(({ name }) => name))];
  const names = (kind: TargetKind) => sql`any(${sql.param(named(kind))}::text[])`;
  const { rows } = await db.execute<{ kind: TargetKind; name: string }>(sql`
    with recursive paths (id, path) as (select id, slug from categories where parent_id is null
      union all select c.id, p.path || '/' || c.slug from paths p join categories c on c.parent_id = p.id),
    shown as (select id, slug from products where status = 'publish' and type <> 'variation')
    select 'product' as kind, id::text as name from shown where id::text = ${names("product")}
    union all select 'slug', slug from shown where slug = ${names("slug")}
    union all select 'SKU', sku from products where sku = ${names("SKU")} and status = 'publish'
    union all select 'category', slug from categories where slug = ${names("category")}
    union all select 'category', path from paths where path = ${names("category")}
    union all select 'tag', slug from tags where slug = ${names("tag")}`);
  const [pictures, files, addresses, forms] = await Promise.all([
    findNamedPictures(db, named("file")),
    findNamedFiles(db, named("file")),
    findMediaFiles(db, named("address")),
    named("form").length > 0 ? listFormNames(db) : [],
  ]);
  const found = new Set(rows.map(({ kind, name }) => `${kind} ${name}`));
  const has = ({ kind, name }: NamedTarget) => {
    if (kind === "form") return findForm(forms, name) !== undefined;
    if (kind === "address") return addresses.has(name);
    return kind === "file" ? pictures.has(name) || files.has(name) : found.has(`${kind} ${name}`);
  };
  return new Set(targets.filter((target) => !has(target)));
}

async function listFormNames(db: Database) {
  const { id, hash, slug } = contactForms;
  return db.select({ id, hash, slug }).from(contactForms);
}

/** Returns a sentence about a target that the shop does not have. */
export function sentenceOfMissing({ kind, name, source }: NamedTarget): string {
  return `the shop has no ${kind === "address" ? "file" : kind} "${name}", which ${source} names`;
}
