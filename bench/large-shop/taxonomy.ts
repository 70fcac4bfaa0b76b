import { slugOf } from "#shop/catalogue/slug.ts";
import { brands } from "./words.ts";

export interface Category {
  id: number;
  parentId: number | null;
  name: string;
  slug: string;
  /** Slugs from the root, joined by "/". */
  path: string;
}

const roots = ["Vitamins", "Minerals", "Sports", "Herbs", "Beauty", "Digestion", "Sleep", "Family"];
const kinds = ["Tablets", "Powders", "Liquids", "Snacks"];
const readers = ["Women", "Men", "Children", "Seniors", "Athletes"];

/** Makes a tree of 200 categories: 8 roots, 4 below each, 5 below each of these. Ids start at `firstId`. */
export function makeCategories(firstId: number): Category[] {
  const made: Category[] = [];
  const add = (name: string, parent?: Category): Category => {
    const slug = slugOf(name);
    const path = parent ? `${parent.path}/${slug}` : slug;
    const category = { id: firstId + made.length, parentId: parent?.id ?? null, name, slug, path };
    made.push(category);
    return category;
  };
  for (const root of roots) {
    const top = add(`All ${root}`);
    for (const kind of kinds) {
      const middle = add(`${root} ${kind}`, top);
      for (const reader of readers) add(`${root} ${kind} for ${reader}`, middle);
    }
  }
  return made;
}

const tagRoots = ["summer", "winter", "ramadan", "office", "travel", "student", "gym", "home", "gift", "new"];

/** Makes 300 tags. */
export function makeTags(firstId: number): { id: number; slug: string; name: string }[] {
  return Array.from({ length: 300 }, (_, index) => {
    const name = `${tagRoots[index % tagRoots.length]} ${brands[Math.floor(index / tagRoots.length)]}`;
    return { id: firstId + index, slug: slugOf(name), name };
  });
}

export interface GlobalAttribute {
  id: number;
  slug: string;
  name: string;
  values: { slug: string; name: string }[];
}

const offers: Readonly<Record<string, string>> = {
  Taste: `Chocolate,Vanilla,Strawberry,Banana,Mango,Orange,Lemon,Berry,Coffee,Caramel,Peach,Apple,Mint,Coconut,Cherry,
    Melon,Cookies,Hazelnut,Pistachio,Unflavoured`,
  "Set of": "One,Two,Three,Four,Six,Eight,Ten,Twelve",
  Potency: "50 mg,100 mg,200 mg,250 mg,400 mg,500 mg,750 mg,1000 mg,1500 mg,2000 mg",
  "Made For": "Women,Men,Teenagers,Children,Seniors,Athletes,Students,Mothers",
  Diet: "Vegan,Vegetarian,Halal,Kosher,Gluten free,Lactose free,Keto,Paleo,Sugar free,Low salt",
  Origin: "Pakistan,Germany,Norway,Canada,Japan,Turkey,Italy,Spain,France,Brazil,Kenya,India,Iceland,Ireland,Peru",
  Container: "Bottle,Jar,Pouch,Tub,Sachet,Tube,Blister,Tin",
  Goal: "Energy,Sleep,Focus,Muscle,Bones,Skin,Hair,Heart,Immunity,Joints,Digestion,Weight",
  Certificate: "GMP,ISO 22000,HACCP,USDA Organic,EU Organic,NSF,Informed Sport,Fairtrade",
  Colour: "Red,Orange,Yellow,Green,Blue,Purple,White,Black,Brown,Pink",
  "Time of Day": "Morning,Noon,Evening,Night,Before training,After training,With food,Any time",
  Season: "Spring,Early summer,Summer,Late summer,Autumn,Winter,Monsoon,All year,Holidays",
};

/** Makes twelve global attributes with 8 to 20 values each. */
export function makeAttributes(firstId: number): GlobalAttribute[] {
  return Object.entries(offers).map(([name, values], index) => ({
    id: firstId + index,
    slug: slugOf(name),
    name,
    values: values.split(",").map((value) => ({ slug: slugOf(value.trim()), name: value.trim() })),
  }));
}
