import { type Static, Type } from "typebox";

/** A colour, or a picture from the shop's media. */
const swatch = Type.String({ maxLength: 300, pattern: "^(#[0-9a-fA-F]{6}|/media(/[A-Za-z0-9_-][A-Za-z0-9_.-]*)+)$" });

const optionValue = "^.{1,200}$";

/** An attribute whose options are buttons instead of a drop-down. */
const choiceButtonsSchema = Type.Object(
  {
    /** Its name on the wire, such as pa_flavour. */
    attribute: Type.String({ minLength: 1, maxLength: 200 }),
    /** True if the number at the start of an option counts pieces, so that packs can be compared with single pieces. */
    isPack: Type.Optional(Type.Boolean()),
    /** By option, as on the wire. */
    swatches: Type.Optional(Type.Record(Type.String({ pattern: optionValue }), swatch)),
  },
  { additionalProperties: false },
);

export const choiceButtonsListSchema = Type.Array(choiceButtonsSchema, { maxItems: 50 });

export type ChoiceButtons = Static<typeof choiceButtonsSchema>;
