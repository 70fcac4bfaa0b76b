import { readFile } from "node:fs/promises";
import { inArray } from "drizzle-orm";
import { type Static, Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Database } from "#db/database.ts";
import { products } from "#db/tables/catalogue.ts";
import { Refusal } from "../../refusal.ts";
import type { HomePageTexts } from "../../settings/home-page.ts";
import { setSetting } from "../../settings/settings.ts";

const text = Type.String();
const action = Type.Object({ label: text, path: text });

/** A home page as a file: pictures by path, products by SKU. */
const homeFileSchema = Type.Object({
  hero: Type.Object({ title: text, text, action, wide: text, tall: text, shelf: Type.Array(text) }),
  bestSellersTitle: text,
  categories: Type.Array(text),
  growth: Type.Union([
    Type.Null(),
    Type.Object({
      title: text,
      text,
      limit: text,
      action,
      picture: text,
      amounts: Type.Array(
        Type.Object({
          label: text,
          value: text,
        }),
      ),
    }),
  ]),
  deal: Type.Union([Type.Null(), Type.Object({ title: text, text, action, picture: text })]),
  carousel: Type.Optional(
    Type.Object({
      title: text,
      slides: Type.Array(Type.Object({ ...action.properties, text, picture: text })),
    }),
  ),
  backdrop: Type.Optional(Type.Object({ title: text, text, action, picture: text })),
  steps: Type.Object({ title: text, steps: Type.Array(Type.Object({ when: text, title: text, text })) }),
});
const homeFile = Compile(homeFileSchema);

/**
 * Sets the home page from a JSON file. `mediaIdOf` stores a picture named in the file and returns its id.
 * @throws Refusal setting_invalid if the file is no valid home page
 */
export async function importHome(
  db: Database,
  file: string,
  mediaIdOf: (picture: string) => Promise<number>,
): Promise<void> {
  const content: unknown = JSON.parse(await readFile(file, "utf8"));
  if (!homeFile.Check(content))
    throw new Refusal("setting_invalid", { name: "home_page", reasons: `the shape of ${file}` });
  await setSetting(db, "home_page", await resolve(db, content, mediaIdOf));
}

async function resolve(
  db: Database,
  content: Static<typeof homeFileSchema>,
  mediaIdOf: (picture: string) => Promise<number>,
): Promise<HomePageTexts> {
  const { hero, growth, deal, carousel, backdrop, categories, ...rest } = content;
  const { wide, tall, shelf, ...heroTexts } = hero;
  const withPicture = async <Texts extends { picture: string }>({ picture, ...texts }: Texts) => ({
    ...texts,
    mediaId: await mediaIdOf(picture),
  });
  return {
    ...rest,
    categorySlugs: categories,
    hero: {
      ...heroTexts,
      wideMediaId: await mediaIdOf(wide),
      tallMediaId: await mediaIdOf(tall),
      shelfProductIds: await idsBySku(db, shelf),
    },
    growth: growth && (await withPicture(growth)),
    deal: deal && (await withPicture(deal)),
    ...(carousel && { carousel: { ...carousel, slides: await Promise.all(carousel.slides.map(withPicture)) } }),
    ...(backdrop && { backdrop: await withPicture(backdrop) }),
  };
}

async function idsBySku(db: Database, skus: readonly string[]): Promise<number[]> {
  if (skus.length === 0) return [];
  const rows = await db
    .select({ id: products.id, sku: products.sku })
    .from(products)
    .where(inArray(products.sku, [...skus]));
  const bySku = new Map(rows.map((row) => [row.sku, row.id]));
  return skus.map((sku) => bySku.get(sku)).filter((id) => id !== undefined);
}
