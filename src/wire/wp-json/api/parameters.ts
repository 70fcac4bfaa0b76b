import type { TObject, TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { ApiError } from "./api-error.ts";

/** The parts of a schema that say how a text becomes a value, and what is wrong with one. */
interface KnownSchema extends TSchema {
  type?: string;
  enum?: readonly unknown[];
  anyOf?: readonly KnownSchema[];
  items?: KnownSchema;
  properties?: Readonly<Record<string, KnownSchema>>;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxItems?: number;
  maxLength?: number;
}

type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields of a query or form with `name[]` as lists and `name[key]` as objects. */
export function nestedFields(fields: Fields): Fields {
  if (!Object.keys(fields).some((name) => name.includes("["))) return fields;
  const nested = new Map<string, unknown>();
  // Lists and objects made here are extended in place: a body has up to hundreds of thousands of fields.
  const lists = new Map<string, unknown[]>();
  const objects = new Map<string, Record<string, unknown>>();
  for (const [name, value] of Object.entries(fields)) {
    const [, base, key] = /^([^[\]]+)\[([^[\]]*)\]$/.exec(name) ?? [];
    if (base === undefined || key === undefined) nested.set(name, value);
    else if (/^\d*$/.test(key)) {
      const list = lists.get(base) ?? [...listOf(nested.get(base))];
      for (const one of listOf(value)) list.push(one);
      lists.set(base, list);
      nested.set(base, list);
    } else {
      const object = objects.get(base) ?? (Object.create(null) as Record<string, unknown>);
      object[key] = value;
      objects.set(base, object);
      nested.set(base, object);
    }
  }
  return Object.fromEntries(nested);
}

function listOf(value: unknown): readonly unknown[] {
  return value === undefined ? [] : [value].flat();
}

interface Checked {
  given: Record<string, unknown>;
  sent: ReadonlySet<string>;
}

/**
 * Reads the parameters of an endpoint: converts texts, adds defaults and leaves out what it does not know.
 * @throws ApiError rest_missing_callback_param, rest_invalid_param with all that is wrong
 */
export function checkParameters(schema: TObject, fields: Fields): Checked {
  const given: Record<string, unknown> = {};
  const sent = new Set<string>();
  const params: Record<string, string> = {};
  const details: Record<string, object> = {};
  for (const [name, property] of Object.entries(schema.properties) as [string, KnownSchema][]) {
    if (!Object.hasOwn(fields, name)) {
      if (property.default !== undefined) given[name] = property.default;
      continue;
    }
    const value = converted(property, fields[name]);
    if (validatorOf(property).Check(value)) {
      sent.add(name);
      given[name] = value;
      continue;
    }
    const { code, message } = faultOf(name, property, value);
    params[name] = message;
    details[name] = { code, message, data: null };
  }
  const wrong = Object.keys(params);
  const missing = requiredOf(schema).filter((name) => given[name] === undefined && !(name in params));
  if (missing.length > 0)
    throw new ApiError(400, "rest_missing_callback_param", `Missing parameter(s): ${missing.join(", ")}`, {
      params: missing,
    });
  if (wrong.length > 0)
    throw new ApiError(400, "rest_invalid_param", `Invalid parameter(s): ${wrong.join(", ")}`, { params, details });
  return { given, sent };
}

/** Lists the parameters that must be sent. */
export function requiredOf({ properties, required }: TObject): string[] {
  const names: readonly string[] = required ?? [];
  const known: Readonly<Record<string, KnownSchema>> = properties;
  return names.filter((name) => known[name]?.default === undefined);
}

const validators = new WeakMap<TSchema, ReturnType<typeof Compile>>();

/** Compiles a schema when it is first needed: the API has hundreds. */
function validatorOf(schema: TSchema) {
  let validator = validators.get(schema);
  if (!validator) validators.set(schema, (validator = Compile(schema)));
  return validator;
}

/** Converts what a query or form can say to a schema's type; returns other values as they are. */
function converted(schema: KnownSchema, value: unknown): unknown {
  const { type, anyOf, items } = schema;
  if (anyOf) {
    const values = anyOf.map((one) => [one, converted(one, value)] as const);
    return (values.find(([one, it]) => validatorOf(one).Check(it)) ?? [schema, value])[1];
  }
  switch (type) {
    case "array": {
      const list = typeof value === "string" ? value.split(/[\s,]+/).filter((one) => one !== "") : value;
      return Array.isArray(list) && items ? list.map((one) => converted(items, one)) : list;
    }
    case "integer":
    case "number":
      return typeof value === "string" && /^\s*-?\d{1,15}(?:\.\d{1,10})?\s*$/.test(value) ? Number(value) : value;
    case "boolean":
      if (value === "true" || value === "1" || value === 1) return true;
      return value === "false" || value === "0" || value === "" || value === 0 ? false : value;
    case "string":
      return typeof value === "string" ? storable(value) : value;
    case "object": {
      if (typeof value !== "object" || value === null) return value;
      const known = schema.properties ?? {};
      return Object.fromEntries(
        Object.entries(value).map(([name, one]) => [name, known[name] ? converted(known[name], one) : one]),
      );
    }
    default:
      return value;
  }
}

/** Returns a text without what PostgreSQL refuses: NUL and lone surrogates. */
function storable(text: string): string {
  return /\0|\p{Cs}/u.test(text) ? text.replace(/\0|\p{Cs}/gu, "\ufffd") : text;
}

function faultOf(name: string, schema: KnownSchema, value: unknown): { code: string; message: string } {
  const one = schema.type === "array" && Array.isArray(value) ? schema.items : undefined;
  if (one && Array.isArray(value)) {
    if (schema.maxItems !== undefined && value.length > schema.maxItems)
      return { code: "rest_too_many_items", message: `${name} must contain at most ${schema.maxItems} items.` };
    const at = value.findIndex((item) => !validatorOf(one).Check(item));
    return faultOf(`${name}[${Math.max(at, 0)}]`, one, value[at]);
  }
  const allowed = schema.enum;
  if (allowed) return { code: "rest_not_in_enum", message: `${name} is not one of ${allowed.join(", ")}.` };
  const { type, minimum, maximum, maxLength } = schema;
  const isNumber = (type === "integer" || type === "number") && typeof value === "number";
  if (isNumber && (type === "number" || Number.isInteger(value))) {
    const [least, most] = [minimum ?? Number.MIN_SAFE_INTEGER, maximum ?? Number.MAX_SAFE_INTEGER];
    return {
      code: "rest_out_of_bounds",
      message:
        maximum === undefined
          ? `${name} must be greater than or equal to ${least}`
          : `${name} must be between ${least} (inclusive) and ${most} (inclusive)`,
    };
  }
  if (type === "string" && typeof value === "string") {
    const isTooLong = maxLength !== undefined && value.length > maxLength;
    return isTooLong
      ? { code: "rest_too_long", message: `${name} must be at most ${maxLength} characters long.` }
      : { code: "rest_invalid_pattern", message: `${name} has an invalid format.` };
  }
  const types = schema.anyOf?.map((choice) => choice.type).join(",") ?? type;
  return { code: "rest_invalid_type", message: `${name} is not of type ${types}.` };
}
