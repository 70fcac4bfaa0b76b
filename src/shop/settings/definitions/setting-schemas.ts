import { Type } from "typebox";

export const yesNo = Type.Union([Type.Literal("yes"), Type.Literal("no")]);
export const shortText = Type.String({ maxLength: 500 });
