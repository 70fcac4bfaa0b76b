import { randomBytes } from "node:crypto";
import type { TObject, TSchema } from "typebox";
import { routes } from "#routes";
import type { ApiItem, Context, Embeddable, Link } from "./endpoint.ts";

/** The fields of an item, each with those within it; null: the whole value. */
type Shape = readonly (readonly [name: string, parts: Shape | null])[];

const shapes = new WeakMap<TSchema, Map<Context, Shape>>();

/** Returns the fields that a schema shows in a context. */
function shapeOf(schema: TObject, context: Context): Shape {
  let known = shapes.get(schema);
  if (!known) shapes.set(schema, (known = new Map<Context, Shape>()));
  let shape = known.get(context);
  if (!shape) {
    const shown = Object.entries(schema.properties).filter(([, property]) => contextsOf(property).includes(context));
    shape = shown.map(([name, property]) => [name, hasParts(property) ? shapeOf(property, context) : null]);
    known.set(context, shape);
  }
  return shape;
}

/** Lists the contexts in which a property is shown. */
function contextsOf(property: TSchema): readonly Context[] {
  return (property as { context?: readonly Context[] }).context ?? [];
}

/** Whether a property's parts are shown in different contexts. */
function hasParts(property: TSchema): property is TObject {
  const { properties = {} } = property as Partial<TObject>;
  return Object.values(properties).some((part) => contextsOf(part).length > 0);
}

/** The fields that a caller asks for with `_fields`; null: all. */
export type WantedFields = Shape | null;

/** How many names a field may have: "title.rendered" has two. */
const maxDepth = 8;

/** Reads `_fields`: names with commas, "title.rendered" for a part. */
export function readFields(value: unknown): WantedFields {
  const paths = wordsIn(value).map((name) => name.split(".").slice(0, maxDepth));
  return paths.length === 0 ? null : shapeWith(paths);
}

function shapeWith(paths: readonly string[][]): Shape {
  const parts = new Map<string, string[][]>();
  for (const [name = "", ...rest] of paths) {
    const rests = parts.get(name) ?? [];
    rests.push(rest);
    parts.set(name, rests);
  }
  return [...parts].map(([name, rests]) => [name, rests.some((rest) => rest.length === 0) ? null : shapeWith(rests)]);
}

/**
 * Returns the wanted fields of one of several named values: those that are asked for under its name ("post.slug"), and those that
 * are asked for of all ("slug"). @returns undefined if it is not wanted at all
 */
export function fieldsUnder(name: string, wanted: WantedFields, names: readonly string[]): WantedFields | undefined {
  if (wanted === null) return null;
  const own = wanted.find(([one]) => one === name);
  if (own?.[1] === null) return null;
  const fields = [...wanted.filter(([one]) => !names.includes(one)), ...(own?.[1] ?? [])];
  return fields.length > 0 ? fields : undefined;
}

/** Returns the wanted fields of an answer without items. @param body a string is JSON already */
export function cutBody(body: unknown, wanted: WantedFields): unknown {
  return wanted === null ? body : cut(typeof body === "string" ? JSON.parse(body) : body, wanted);
}

/** Returns the words of a list with commas, or of several. */
function wordsIn(value: unknown): string[] {
  const texts = [value].flat().filter((one) => typeof one === "string");
  return texts.flatMap((one) => one.split(",").map((word) => word.trim())).filter((word) => word !== "");
}

/** Returns whether a field is wanted. */
export function isWanted(wanted: WantedFields, name: string): boolean {
  return wanted === null || wanted.some(([one]) => one === name);
}

function cut(value: unknown, shape: Shape | null): unknown {
  if (shape === null || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => cut(one, shape));
  const fields = value as Readonly<Record<string, unknown>>;
  const shown: Record<string, unknown> = {};
  for (const [name, parts] of shape) if (Object.hasOwn(fields, name)) shown[name] = cut(fields[name], parts);
  return shown;
}

/** Embedded items by kind and id, already in their shape. */
export type Embedded = ReadonlyMap<string, object>;

export const embeddedKey = ({ kind, id }: Embeddable) => `${kind} ${id}`;

interface ShapeOptions {
  schema: TObject | undefined;
  context: Context;
  wanted: WantedFields;
  siteUrl: string;
  embedding?: Embedding | undefined;
}

/** What is embedded. */
export interface Embedding {
  /** Null: all. */
  relations: readonly string[] | null;
  items: Embedded;
}

/** Returns an item with the fields of its context that are wanted, and its links. */
export function shapeItem(
  { fields, links }: ApiItem,
  { schema, context, wanted, siteUrl, embedding }: ShapeOptions,
): object {
  const shown = schema ? cut(fields, shapeOf(schema, context)) : fields;
  const answer = cut(shown, wanted && withoutLinks(wanted)) as Record<string, unknown>;
  if (isWanted(wanted, "_links") && Object.keys(links).length > 0) answer._links = linksOf(links, siteUrl);
  if (embedding) answer._embedded = embeddedIn(links, embedding);
  return answer;
}

function withoutLinks(wanted: Shape): Shape {
  return wanted.filter(([name]) => name !== "_links");
}

function linksOf(links: ApiItem["links"], siteUrl: string) {
  const shown: Record<string, object[]> = {};
  for (const [relation, list] of Object.entries(links)) shown[relation] = list.map((link) => linkOf(link, siteUrl));
  return shown;
}

function linkOf({ href, embeds, attributes }: Link, siteUrl: string): object {
  const address = addressOf(href, siteUrl);
  if (attributes) return { ...attributes, ...(embeds && { embeddable: true }), href: address };
  return embeds ? { embeddable: true, href: address } : { href: address };
}

const root = routes.restRoot().slice(0, -1);

/** Stands for the site's address in kept texts. Nobody else can write it. */
export const sitePlaceholder = `https://${randomBytes(16).toString("hex")}.invalid`;

/** Returns the whole address of a path of the API. */
export function addressOf(href: string, siteUrl: string): string {
  return href.startsWith("/") ? siteUrl + root + href : href;
}

/** Returns the embedded items by relation: one per link, or a list where the link is to a list. */
function embeddedIn(links: ApiItem["links"], { relations, items }: Embedding) {
  const shown: Record<string, unknown[]> = {};
  for (const [relation, list] of Object.entries(links)) {
    if (!isAsked(relation, relations)) continue;
    const found = list.flatMap(({ embeds, isList }) => {
      const linked = embeds?.flatMap((one) => items.get(embeddedKey(one)) ?? []);
      return linked === undefined ? [] : isList ? [linked] : linked;
    });
    if (found.length > 0) shown[relation] = found;
  }
  return shown;
}

/** Returns what `_embed` asks for: relations, or null for all of them; undefined without. */
export function readEmbed(value: unknown): readonly string[] | null | undefined {
  if (value === undefined) return undefined;
  const names = wordsIn(value).filter((one) => one !== "1" && one !== "true");
  return names.length > 0 ? names : null;
}

function isAsked(relation: string, relations: readonly string[] | null): boolean {
  return relations === null || relations.includes(relation);
}

/** Lists what items embed in these relations, each once. */
export function embeddablesOf(items: readonly ApiItem[], relations: readonly string[] | null): Embeddable[] {
  const all = items.flatMap(({ links }) =>
    Object.entries(links).flatMap(([relation, list]: [string, readonly Link[]]) =>
      isAsked(relation, relations) ? list.flatMap(({ embeds = [] }) => embeds) : [],
    ),
  );
  return [...new Map(all.map((one) => [embeddedKey(one), one])).values()];
}
