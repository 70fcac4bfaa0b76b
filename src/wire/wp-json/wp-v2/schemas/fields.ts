import { type TProperties, type TSchema, Type } from "typebox";

/** Contexts in which a field is shown; see `Context`. */
export const everywhere = { context: ["view", "edit", "embed"] };
export const viewed = { context: ["view", "edit"] };
export const edited = { context: ["edit"] };

const readonly = { readonly: true };

/** The id of an item. */
export const itemId = Type.Integer({ ...everywhere, ...readonly, description: "Identifies the item." });

export const text = (description: string, contexts: object = everywhere, options: object = {}) =>
  Type.String({ ...contexts, description, ...options });

export const fixed = (description: string, contexts: object = everywhere) =>
  Type.String({ ...contexts, ...readonly, description });

export const whole = (description: string, contexts: object = viewed, options: object = {}) =>
  Type.Integer({ ...contexts, description, ...options });

export const flag = (description: string, contexts: object = viewed, options: object = {}) =>
  Type.Boolean({ ...contexts, description, ...options });

export const choice = <Values extends string[]>(values: readonly [...Values], options: object = {}) =>
  Type.Enum(values, { type: "string", ...options });

export const ids = (description: string, contexts: object = viewed) =>
  Type.Array(Type.Integer(), { ...contexts, description });

/** A day and time, without an offset in the shop's time zone. */
export const moment = (description: string, contexts: object = everywhere, options: object = {}) =>
  Type.String({
    ...contexts,
    description,
    maxLength: 40,
    pattern: "^\\d{4}-\\d{2}-\\d{2}([T ]\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:?\\d{2})?)?$",
    ...options,
  });

/** A text as it is stored and as it is shown. */
export const rendered = (description: string, contexts: object = everywhere, more: TProperties = {}) =>
  Type.Object(
    { raw: Type.Optional(text("As stored.", edited)), rendered: fixed("As HTML.", contexts), ...more },
    { ...contexts, description },
  );

/** Values by name that this shop has none of. */
export const nothing = (description: string, contexts: object = viewed) =>
  Type.Array(Type.Unknown(), { ...contexts, ...readonly, description });

/** Names and addresses of pictures by size. */
export const texts = (description: string, contexts: object = everywhere): TSchema =>
  Type.Record(Type.String(), Type.String(), { ...contexts, ...readonly, description });

/** What may be sent for a text that is answered as raw and rendered. */
export const writtenText = (maxLength: number, description: string) =>
  Type.Union([Type.String({ maxLength }), Type.Object({ raw: Type.String({ maxLength }) })], { description });
