import { type Static, Type } from "typebox";

const text = Type.String({ maxLength: 1000 });
const action = Type.Object({ label: text, path: Type.String({ maxLength: 500, pattern: "^/" }) });
const mediaId = Type.Integer({ minimum: 1 });

/** The shopkeeper's texts and pictures of the home page. Parts that are null are not shown. */
export const homePageSchema = Type.Object({
  hero: Type.Object({
    title: text,
    text,
    action,
    wideMediaId: mediaId,
    tallMediaId: mediaId,
    /** Products in the order of the hero picture. */
    shelfProductIds: Type.Array(Type.Integer(), { maxItems: 5 }),
  }),
  bestSellersTitle: text,
  categorySlugs: Type.Array(text, { maxItems: 8 }),
  growth: Type.Union([
    Type.Null(),
    Type.Object({
      title: text,
      text,
      amounts: Type.Array(Type.Object({ label: text, value: text }), { maxItems: 8 }),
      limit: text,
      action,
      mediaId,
    }),
  ]),
  deal: Type.Union([Type.Null(), Type.Object({ title: text, text, action, mediaId })]),
  /** Products side by side, each with a picture and a line of text. */
  carousel: Type.Optional(
    Type.Object({
      title: text,
      slides: Type.Array(Type.Object({ ...action.properties, text, mediaId }), { minItems: 2, maxItems: 12 }),
    }),
  ),
  /** A section over a background picture, whose start side is free for the text. */
  backdrop: Type.Optional(Type.Object({ title: text, text, action, mediaId })),
  steps: Type.Object({
    title: text,
    steps: Type.Array(Type.Object({ when: text, title: text, text }), { maxItems: 6 }),
  }),
});

export type HomePageTexts = Static<typeof homePageSchema>;
