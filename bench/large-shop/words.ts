import type { Random } from "./random.ts";

const list = (text: string) => text.split(",").map((word) => word.trim());

export const brands = list(`Deodar, Northfield, Alder, Pinewell, Karakoram, Riverstone, Oakridge, Saffron Hill, Meadow,
  Highland, Juniper, Silverleaf, Cedarline, Bluewater, Harvest, Monsoon, Summit, Evergreen, Copperfield, Lakeside,
  Brightside, Stonebridge, Willow, Fairwind, Redwood, Clearspring, Hawthorn, Maple, Sunridge, Westbrook`);

const proteins = list(
  "Whey Protein, Pea Protein, Casein Protein, Hemp Protein, Egg Protein, Rice Protein, Soy Protein",
);

const ingredients =
  list(`Vitamin C, Vitamin D3, Vitamin B12, Vitamin E, Vitamin K2, Multivitamin, Magnesium, Zinc, Iron,
  Calcium, Selenium, Iodine, Potassium, Omega 3, Fish Oil, Krill Oil, Cod Liver Oil, Flaxseed, Collagen, Biotin, Keratin,
  Hyaluronic Acid, Glucosamine, Chondroitin, Turmeric, Curcumin, Ginger, Garlic, Ashwagandha, Ginseng, Maca, Moringa,
  Spirulina, Chlorella, Green Tea, Guarana, Caffeine, Creatine, Glutamine, Arginine, Citrulline, Carnitine, Taurine, BCAA,
  Electrolyte, Probiotic, Prebiotic, Psyllium, Inulin, Melatonin, Valerian, Chamomile, Lavender, Elderberry, Echinacea,
  Propolis, Royal Jelly, Black Seed, Fenugreek, Milk Thistle, Berberine, Quercetin, Resveratrol, Coenzyme Q10, Lutein,
  Bilberry, Cranberry, Folic Acid, Choline, Lecithin`);

const qualities = list(`Organic, Pure, Advanced, Daily, Natural, Extra Strength, Gentle, Active, Complete, Essential,
  Classic, Premium, Vegan, Slow Release, High Potency, Sugar Free, Junior, Senior, Sport, Night`);

const forms = list("Capsules, Tablets, Powder, Gummies, Drops, Softgels, Sachets, Syrup, Bar, Spray, Lozenges, Tea");

const amounts = list("30, 60, 90, 120, 180, 240 ct, 250 g, 500 g, 1 kg, 2 kg, 100 ml, 250 ml");

const plain =
  list(`a, with, for, and, the, of, every, day, from, without, added, sugar, supports, normal, function, taken,
  food, water, morning, evening, glass, one, two, serving, made, tested, batch, label, amount, each, gentle, stomach,
  adults, active, people, energy, muscle, bone, skin, sleep, balance, immune, recovery, training, growth, clean, simple,
  source, extract, blend, formula, natural, flavour, easy, mix, swallow, keep, cool, dry, place`);

/** A product name and its parts. */
export interface Naming {
  name: string;
  brand: string;
  form: string;
  amount: string;
}

/** Makes a product name; one in five contains the word "protein". */
export function nameProduct(random: Random): Naming {
  const brand = random.pickSkewed(brands);
  const ingredient = random.chance(0.2) ? random.pick(proteins) : random.pickSkewed(ingredients);
  const [form, amount] = [random.pickSkewed(forms), random.pick(amounts)];
  const second = random.chance(0.2) ? ` with ${random.pick(ingredients)}` : "";
  return { name: `${brand} ${random.pick(qualities)} ${ingredient}${second} ${form} ${amount}`, brand, form, amount };
}

/** Writes sentences about the product, `least` to `most` words in total. */
export function describe(random: Random, { name, form }: Naming, least: number, most: number): string {
  const words = [...name.split(" ").slice(1, 4), form.toLowerCase()];
  for (let left = random.whole(least, most) - words.length; left > 0; left--) words.push(random.pick(plain));
  const text = words.join(" ");
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
