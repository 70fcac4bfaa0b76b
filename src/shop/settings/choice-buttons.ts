import { type Static, Type } from "typebox";

/** How an attribute's options are shown in the form of a variable product. */
const choiceButtonsSchema = Type.Object(
  {
    /** Its name on the wire, such as pa_flavour. */
    attribute: Type.String({ minLength: 1, maxLength: 200 }),
    /** Swatches are buttons with the option's colour or picture. An attribute without an entry is a drop-down. */
    as: Type.Union([Type.Literal("dropdown"), Type.Literal("pills"), Type.Literal("swatches")]),
    /** True if the number at the start of an option counts pieces, so that packs can be compared with single pieces. */
    isPack: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

export const choiceButtonsListSchema = Type.Array(choiceButtonsSchema, { maxItems: 50 });

export type ChoiceButtons = Static<typeof choiceButtonsSchema>;
