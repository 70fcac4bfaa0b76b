// The demo range: one row per product. The renderer and the labels read only this, the product list takes its ids from it.
// A row: shape of the pack, label colours (ground, words, mark), the words, what is inside and how it looks, the facts panel.
const cream = "#F7F3E6";
const dark = "#16231B";

export const range = [
  {
    id: "height-growth", shape: "bottle", bg: "#17573F", fg: cream, hi: "#F2B84B",
    name: ["Height", "Growth", "Complex"], sub: "Calcium, vitamin D3, zinc and L-lysine", count: "120", unit: "capsules",
    contents: "capsule", pill: ["#17573F", "#F3EFE2"],
    serving: "2 capsules", take: "Two capsules a day, with food and a glass of water.",
    facts: [["Calcium", "500 mg"], ["Vitamin D3", "15 µg"], ["Vitamin K2", "45 µg"], ["Zinc", "10 mg"], ["Magnesium", "120 mg"], ["L-lysine", "300 mg"], ["Vitamin C", "60 mg"]],
  },
  {
    id: "teen-growth", shape: "bottle", bg: "#8FB28C", fg: "#12321F", hi: cream,
    name: ["Teen", "Growth"], sub: "Calcium, vitamins D3 and K2, zinc, iodine", count: "90", unit: "tablets",
    contents: "tablet", pill: ["#E3E6CF", "#E3E6CF"],
    serving: "1 tablet", take: "One tablet a day with a meal, from 12 to 18 years.",
    facts: [["Calcium", "300 mg"], ["Magnesium", "80 mg"], ["Zinc", "8 mg"], ["Vitamin D3", "15 µg"], ["Vitamin K2", "30 µg"], ["Iodine", "75 µg"], ["Vitamin A", "400 µg"]],
  },
  {
    id: "growing-protein", shape: "jar", bg: "#E7C67C", fg: "#3B2A10", hi: "#17573F",
    name: ["Growing", "Protein"], sub: "Milk protein with 12 vitamins, vanilla", count: "900", unit: "grams",
    contents: "scoop", pill: ["#F1E4C3", "#F1E4C3"],
    serving: "1 scoop (30 g)", take: "One scoop stirred into 200 ml of milk or water.",
    facts: [["Energy", "118 kcal"], ["Protein", "15 g"], ["Carbohydrate", "11 g"], ["of which sugars", "6.2 g"], ["Fat", "1.4 g"], ["Calcium", "360 mg"], ["Vitamin D3", "5 µg"]],
  },
  {
    id: "lysine", shape: "bottle", bg: "#2F7358", fg: cream, hi: "#E7C67C",
    name: ["L-lysine", "1000 mg"], sub: "An amino acid the body cannot make itself", count: "120", unit: "capsules",
    contents: "capsule", pill: ["#F3EFE2", "#F3EFE2"],
    serving: "2 capsules", take: "Two capsules a day, between meals, with water.",
    facts: [["L-lysine hydrochloride", "1,250 mg"], ["giving L-lysine", "1,000 mg"], ["Vitamin B6", "1.4 mg"]],
  },
  {
    id: "calcium-d3-k2", shape: "bottle", bg: "#E9E2CD", fg: "#1D4636", hi: "#B4552D",
    name: ["Calcium", "D3 + K2"], sub: "Bones and teeth, one tablet with a meal", count: "90", unit: "tablets",
    contents: "tablet", pill: ["#F4F0E6", "#F4F0E6"],
    serving: "1 tablet", take: "One tablet a day with a meal. Not with blood thinners.",
    facts: [["Calcium", "500 mg"], ["Vitamin D3", "20 µg"], ["Vitamin K2", "75 µg"], ["Magnesium", "60 mg"]],
  },
  {
    id: "vitamin-d3-drops", shape: "dropper", bg: "#F3EEDD", fg: "#3A2206", hi: "#C77711",
    name: ["Vitamin", "D3 drops"], sub: "400 IU in every drop", count: "30", unit: "ml",
    contents: "none", pill: ["#E5A23B", "#E5A23B"],
    serving: "1 drop", take: "One drop a day on a spoon, with a meal.",
    facts: [["Vitamin D3", "10 µg"], ["that is", "400 IU"], ["Olive oil", "0.03 ml"]],
  },
  {
    id: "vitamin-c", shape: "bottle", bg: "#E8963C", fg: "#3A1E05", hi: cream,
    name: ["Vitamin C", "1000 mg"], sub: "With rose hip, released slowly", count: "100", unit: "tablets",
    contents: "tablet", pill: ["#F3D9A8", "#F3D9A8"],
    serving: "1 tablet", take: "One tablet a day, swallowed whole with water.",
    facts: [["Vitamin C", "1,000 mg"], ["Rose hip extract", "50 mg"], ["Citrus bioflavonoids", "25 mg"]],
  },
  {
    id: "vitamin-b-complex", shape: "bottle", bg: "#D9B23F", fg: "#33260A", hi: "#742A26",
    name: ["Vitamin", "B complex"], sub: "All eight B vitamins in one tablet", count: "90", unit: "tablets",
    contents: "tablet", pill: ["#E8CE86", "#E8CE86"],
    serving: "1 tablet", take: "One tablet a day, with breakfast.",
    facts: [["Thiamin (B1)", "11 mg"], ["Riboflavin (B2)", "14 mg"], ["Niacin (B3)", "16 mg"], ["Vitamin B6", "10 mg"], ["Folic acid", "200 µg"], ["Vitamin B12", "25 µg"], ["Biotin", "50 µg"], ["Pantothenic acid", "18 mg"]],
  },
  {
    id: "vitamin-b12", shape: "dropper", bg: "#F0DAD2", fg: "#6B1F2A", hi: "#C2452C",
    name: ["Vitamin", "B12 drops"], sub: "Methylcobalamin, no alcohol", count: "30", unit: "ml",
    contents: "none", pill: ["#C2452C", "#C2452C"],
    serving: "5 drops", take: "Five drops a day under the tongue.",
    facts: [["Vitamin B12", "50 µg"], ["as", "methylcobalamin"], ["Glycerine", "0.2 ml"]],
  },
  {
    id: "omega-3", shape: "bottle", bg: "#174A60", fg: cream, hi: "#F2B84B",
    name: ["Omega-3", "fish oil"], sub: "EPA 360 mg and DHA 240 mg", count: "60", unit: "softgels",
    contents: "softgel", pill: ["#C9811C", "#C9811C"],
    serving: "2 softgels", take: "Two softgels a day, with the main meal.",
    facts: [["Fish oil", "2,000 mg"], ["Omega-3 in all", "660 mg"], ["EPA", "360 mg"], ["DHA", "240 mg"], ["Vitamin E", "6 mg"]],
  },
  {
    id: "zinc-c", shape: "box", bg: "#AEB94A", fg: "#22300F", hi: cream,
    name: ["Zinc", "+ vitamin C"], sub: "Lemon, stir into a glass of water", count: "30", unit: "sachets",
    contents: "stick", pill: ["#AEB94A", cream],
    serving: "1 sachet", take: "One sachet a day, stirred into a glass of water.",
    facts: [["Zinc", "10 mg"], ["Vitamin C", "200 mg"], ["Sugars", "0.4 g"]],
  },
  {
    id: "kids-multi", shape: "jar", bg: "#C2452C", fg: "#FFF6EA", hi: "#FFD98A",
    name: ["Kids", "multi"], sub: "13 vitamins and minerals, strawberry", count: "60", unit: "gummies",
    contents: "gummy", pill: ["#C2452C", "#E9A23F"],
    serving: "2 gummies", take: "Two gummies a day, chewed, from 4 years.",
    facts: [["Vitamin A", "300 µg"], ["Vitamin C", "40 mg"], ["Vitamin D3", "10 µg"], ["Vitamin E", "5 mg"], ["Vitamin B6", "0.7 mg"], ["Folic acid", "100 µg"], ["Vitamin B12", "1.2 µg"], ["Zinc", "3 mg"], ["Iodine", "60 µg"]],
  },
  {
    id: "kids-omega", shape: "jar", bg: "#2A7696", fg: "#FFF6EA", hi: "#FFD98A",
    name: ["Kids", "omega-3"], sub: "DHA from algae, orange, no fish taste", count: "60", unit: "gummies",
    contents: "gummy", pill: ["#E58A2E", "#F0B95A"],
    serving: "2 gummies", take: "Two gummies a day, chewed, from 4 years.",
    facts: [["Algae oil", "250 mg"], ["DHA", "100 mg"], ["Vitamin D3", "5 µg"], ["Vitamin E", "3 mg"], ["Sugars", "1.8 g"]],
  },
  {
    id: "kids-calcium", shape: "syrup", bg: "#F3CDB0", fg: "#5A2414", hi: "#2A7696",
    name: ["Kids", "calcium"], sub: "Syrup with vitamin D3, mild peach", count: "100", unit: "ml",
    contents: "spoon", pill: ["#F4E3CF", "#F4E3CF"],
    serving: "5 ml (1 spoon)", take: "One spoon a day with food, from 3 years. Shake first.",
    facts: [["Calcium", "150 mg"], ["Magnesium", "25 mg"], ["Vitamin D3", "5 µg"], ["Zinc", "2 mg"], ["Sugars", "0.9 g"]],
  },
  {
    id: "multi-men", shape: "bottle", bg: "#2B3A42", fg: cream, hi: "#E7A64B",
    name: ["Multi", "for men"], sub: "22 vitamins and minerals, one a day", count: "60", unit: "tablets",
    contents: "tablet", pill: ["#D9CDB4", "#D9CDB4"],
    serving: "1 tablet", take: "One tablet a day, with a meal.",
    facts: [["Vitamin A", "800 µg"], ["Vitamin C", "80 mg"], ["Vitamin D3", "15 µg"], ["Vitamin E", "12 mg"], ["Vitamin B12", "5 µg"], ["Magnesium", "100 mg"], ["Zinc", "10 mg"], ["Selenium", "55 µg"], ["Lycopene", "3 mg"]],
  },
  {
    id: "multi-women", shape: "bottle", bg: "#A8586A", fg: "#FFF3EA", hi: "#FFD9B0",
    name: ["Multi", "for women"], sub: "22 vitamins and minerals with iron", count: "60", unit: "tablets",
    contents: "tablet", pill: ["#E7C4BC", "#E7C4BC"],
    serving: "1 tablet", take: "One tablet a day, with a meal.",
    facts: [["Vitamin A", "600 µg"], ["Vitamin C", "80 mg"], ["Vitamin D3", "15 µg"], ["Folic acid", "400 µg"], ["Vitamin B12", "5 µg"], ["Iron", "14 mg"], ["Calcium", "120 mg"], ["Zinc", "8 mg"], ["Iodine", "150 µg"]],
  },
  {
    id: "prenatal", shape: "bottle", bg: "#CFC0DA", fg: "#33214A", hi: "#A8586A",
    name: ["Prenatal", "daily"], sub: "Folic acid, iron, iodine and DHA", count: "60", unit: "softgels",
    contents: "softgel", pill: ["#B5533C", "#B5533C"],
    serving: "2 softgels", take: "Two softgels a day with food. Ask your doctor first.",
    facts: [["Folic acid", "400 µg"], ["Iron", "17 mg"], ["Iodine", "150 µg"], ["Vitamin D3", "10 µg"], ["Vitamin B12", "6 µg"], ["Choline", "80 mg"], ["DHA", "200 mg"]],
  },
  {
    id: "iron-folic", shape: "bottle", bg: "#742A26", fg: "#FBEFE3", hi: "#E9A98B",
    name: ["Iron +", "folic acid"], sub: "Gentle iron bisglycinate, 17 mg", count: "60", unit: "capsules",
    contents: "capsule", pill: ["#742A26", "#EFE3D5"],
    serving: "1 capsule", take: "One capsule a day with orange juice, not with tea.",
    facts: [["Iron", "17 mg"], ["Folic acid", "400 µg"], ["Vitamin C", "60 mg"], ["Vitamin B12", "5 µg"]],
  },
  {
    id: "magnesium", shape: "bottle", bg: "#BF7350", fg: "#FFF5E8", hi: "#3A1D10",
    name: ["Magnesium", "glycinate"], sub: "Muscle and nerve function", count: "90", unit: "capsules",
    contents: "capsule", pill: ["#F3EFE2", "#F3EFE2"],
    serving: "3 capsules", take: "Three capsules a day, with the evening meal.",
    facts: [["Magnesium bisglycinate", "2,000 mg"], ["giving magnesium", "240 mg"], ["Vitamin B6", "1.4 mg"]],
  },
  {
    id: "collagen", shape: "jar", bg: "#D9A68F", fg: "#4A2117", hi: "#17573F",
    name: ["Marine", "collagen"], sub: "Unflavoured, dissolves cold", count: "300", unit: "grams",
    contents: "scoop", pill: ["#F5EBDD", "#F5EBDD"],
    serving: "1 scoop (10 g)", take: "One scoop a day in water, tea or yoghurt.",
    facts: [["Fish collagen peptides", "10 g"], ["Protein", "9.2 g"], ["Energy", "37 kcal"], ["Vitamin C", "40 mg"]],
  },
  {
    id: "biotin", shape: "bottle", bg: "#C7A0AE", fg: "#3E1A2A", hi: cream,
    name: ["Hair, skin", "+ nails"], sub: "Biotin, zinc, selenium and vitamin C", count: "60", unit: "capsules",
    contents: "capsule", pill: ["#C7A0AE", "#F6EDEA"],
    serving: "1 capsule", take: "One capsule a day, with a meal.",
    facts: [["Biotin", "2,500 µg"], ["Zinc", "10 mg"], ["Selenium", "55 µg"], ["Copper", "1 mg"], ["Vitamin C", "80 mg"], ["L-cysteine", "100 mg"]],
  },
  {
    id: "glucosamine", shape: "bottle", bg: "#3F6485", fg: cream, hi: "#E9C98B",
    name: ["Glucos-", "amine"], sub: "With chondroitin and vitamin C, from shellfish", count: "90", unit: "tablets",
    contents: "tablet", pill: ["#EFE7D6", "#EFE7D6"],
    serving: "3 tablets", take: "Three tablets a day, with meals.",
    facts: [["Glucosamine sulphate", "1,500 mg"], ["Chondroitin sulphate", "400 mg"], ["Vitamin C", "80 mg"], ["Manganese", "2 mg"]],
  },
  {
    id: "coq10", shape: "bottle", bg: "#DE7A57", fg: "#35110A", hi: cream,
    name: ["CoQ10", "100 mg"], sub: "Ubiquinone in olive oil", count: "60", unit: "softgels",
    contents: "softgel", pill: ["#B8471F", "#B8471F"],
    serving: "1 softgel", take: "One softgel a day, with the main meal.",
    facts: [["Coenzyme Q10", "100 mg"], ["Olive oil", "350 mg"], ["Vitamin E", "6 mg"]],
  },
  {
    id: "lutein", shape: "bottle", bg: "#1F6B6B", fg: cream, hi: "#F2B84B",
    name: ["Lutein", "20 mg"], sub: "With zeaxanthin, from marigold", count: "60", unit: "softgels",
    contents: "softgel", pill: ["#D9901F", "#D9901F"],
    serving: "1 softgel", take: "One softgel a day, with a meal that has some fat.",
    facts: [["Lutein", "20 mg"], ["Zeaxanthin", "4 mg"], ["Vitamin E", "6 mg"], ["Zinc", "5 mg"]],
  },
  {
    id: "vitamin-e", shape: "bottle", bg: "#C9D08A", fg: "#2C3310", hi: "#17573F",
    name: ["Vitamin E", "400 IU"], sub: "Natural, in sunflower oil", count: "60", unit: "softgels",
    contents: "softgel", pill: ["#DFAE3C", "#DFAE3C"],
    serving: "1 softgel", take: "One softgel a day, with a meal.",
    facts: [["Vitamin E", "268 mg"], ["that is", "400 IU"], ["Sunflower oil", "180 mg"]],
  },
  {
    id: "primrose-oil", shape: "bottle", bg: "#EBD66A", fg: "#3C310A", hi: "#A8586A",
    name: ["Evening", "primrose"], sub: "Cold-pressed oil with 9 % GLA", count: "60", unit: "softgels",
    contents: "softgel", pill: ["#E6BE55", "#E6BE55"],
    serving: "2 softgels", take: "Two softgels a day, with food.",
    facts: [["Evening primrose oil", "2,000 mg"], ["giving GLA", "180 mg"], ["Vitamin E", "10 mg"]],
  },
  {
    id: "probiotic", shape: "bottle", bg: "#BFD3C1", fg: "#173A2C", hi: "#BF7350", scale: 0.88,
    name: ["Daily", "probiotic"], sub: "10 billion live cultures, five strains", count: "30", unit: "capsules",
    contents: "capsule", pill: ["#DCE6D8", "#F6F3EA"],
    serving: "1 capsule", take: "One capsule a day, before breakfast.",
    facts: [["Live cultures in all", "10 billion"], ["L. acidophilus", "3 billion"], ["L. rhamnosus", "3 billion"], ["B. lactis", "2 billion"], ["B. longum", "1 billion"], ["L. plantarum", "1 billion"]],
  },
  {
    id: "psyllium", shape: "box", bg: "#CDB27A", fg: "#33260F", hi: "#17573F",
    name: ["Psyllium", "husk"], sub: "Ispaghol fibre, nothing added", count: "30", unit: "sachets",
    contents: "stick", pill: ["#CDB27A", cream],
    serving: "1 sachet (5 g)", take: "One sachet in a large glass of water, then another glass.",
    facts: [["Psyllium husk", "5 g"], ["Dietary fibre", "4.3 g"], ["Energy", "10 kcal"], ["Sugars", "0 g"]],
  },
  {
    id: "electrolyte", shape: "box", bg: "#6FA8A2", fg: "#0E3331", hi: cream,
    name: ["Daily", "electrolytes"], sub: "Orange, low sugar", count: "20", unit: "sachets",
    contents: "stick", pill: ["#6FA8A2", cream],
    serving: "1 sachet", take: "One sachet in 500 ml of water, on a hot or active day.",
    facts: [["Sodium", "320 mg"], ["Potassium", "200 mg"], ["Magnesium", "56 mg"], ["Chloride", "390 mg"], ["Vitamin C", "40 mg"], ["Sugars", "1.1 g"]],
  },
  {
    id: "ashwagandha", shape: "bottle", bg: "#D8C7A3", fg: "#33260F", hi: "#742A26", glass: "amber",
    name: ["Ashwa-", "gandha root"], sub: "Root extract, 600 mg a day", count: "60", unit: "capsules",
    contents: "capsule", pill: ["#B89B6A", "#B89B6A"],
    serving: "2 capsules", take: "Two capsules a day with food. Not in pregnancy.",
    facts: [["Ashwagandha extract", "600 mg"], ["giving withanolides", "30 mg"], ["Black pepper extract", "5 mg"]],
  },
  {
    id: "turmeric", shape: "bottle", bg: "#A9601A", fg: cream, hi: "#F2C86B", glass: "amber",
    name: ["Turmeric", "+ pepper"], sub: "Curcumin with black pepper extract", count: "60", unit: "capsules",
    contents: "capsule", pill: ["#CF8A1E", "#CF8A1E"],
    serving: "2 capsules", take: "Two capsules a day, with a meal.",
    facts: [["Turmeric root", "400 mg"], ["Turmeric extract", "500 mg"], ["giving curcumin", "475 mg"], ["Black pepper extract", "5 mg"]],
  },
  {
    id: "moringa", shape: "bottle", bg: "#5C7A2E", fg: cream, hi: "#E7C67C", glass: "amber",
    name: ["Moringa", "leaf"], sub: "Sohanjna leaf, dried and ground", count: "90", unit: "capsules",
    contents: "capsule", pill: ["#6E8440", "#6E8440"],
    serving: "3 capsules", take: "Three capsules a day, with water.",
    facts: [["Moringa leaf powder", "1,350 mg"], ["Protein", "0.4 g"], ["Calcium", "27 mg"], ["Iron", "0.4 mg"]],
  },
  {
    id: "ginseng", shape: "bottle", bg: "#8E3B22", fg: "#FBEFE3", hi: "#F2C86B", glass: "amber",
    name: ["Korean", "ginseng"], sub: "Six-year root, 8 % ginsenosides", count: "60", unit: "capsules",
    contents: "capsule", pill: ["#8E3B22", "#E8D8BC"],
    serving: "1 capsule", take: "One capsule in the morning. Three months at most.",
    facts: [["Panax ginseng extract", "400 mg"], ["giving ginsenosides", "32 mg"], ["Vitamin B6", "1.4 mg"]],
  },
  {
    id: "black-seed-oil", shape: "bottle", bg: "#3B332E", fg: cream, hi: "#E0A94E", glass: "amber",
    name: ["Black", "seed oil"], sub: "Kalonji, cold-pressed", count: "60", unit: "softgels",
    contents: "softgel", pill: ["#4A3020", "#4A3020"],
    serving: "2 softgels", take: "Two softgels a day, with food.",
    facts: [["Black seed oil", "1,000 mg"], ["Linoleic acid", "560 mg"], ["Thymoquinone", "10 mg"], ["Vitamin E", "5 mg"]],
  },
  {
    id: "sleep-blend", shape: "bottle", bg: "#3A3F6B", fg: cream, hi: "#E9C98B",
    name: ["Sleep", "blend"], sub: "Chamomile, lemon balm and magnesium", count: "60", unit: "capsules",
    contents: "capsule", pill: ["#3A3F6B", "#E6E3EC"],
    serving: "2 capsules", take: "Two capsules, an hour before bed.",
    facts: [["Chamomile extract", "300 mg"], ["Lemon balm extract", "200 mg"], ["Magnesium", "100 mg"], ["L-theanine", "100 mg"], ["Vitamin B6", "1.4 mg"]],
  },
  {
    id: "whey-protein", shape: "tub", bg: "#2A2E2B", fg: cream, hi: "#F2B84B",
    name: ["Whey", "protein"], sub: "24 g of protein in a scoop, chocolate", count: "1", unit: "kg",
    contents: "scoop", pill: ["#B08A66", "#B08A66"],
    serving: "1 scoop (30 g)", take: "One scoop shaken with 250 ml of water or milk.",
    facts: [["Energy", "117 kcal"], ["Protein", "24 g"], ["Carbohydrate", "2.4 g"], ["of which sugars", "1.3 g"], ["Fat", "1.6 g"], ["Salt", "0.2 g"], ["Leucine", "2.5 g"]],
  },
  {
    id: "creatine", shape: "jar", bg: "#DDDDD0", fg: dark, hi: "#174A60",
    name: ["Creatine", "mono"], sub: "Monohydrate powder, nothing added", count: "300", unit: "grams",
    contents: "scoop", pill: ["#F7F5EE", "#F7F5EE"],
    serving: "1 scoop (3 g)", take: "One scoop a day in water, at any hour.",
    facts: [["Creatine monohydrate", "3 g"], ["giving creatine", "2.6 g"], ["Energy", "0 kcal"]],
  },
  {
    id: "bcaa", shape: "jar", bg: "#8FB0C6", fg: "#10283A", hi: "#C2452C",
    name: ["BCAA", "2:1:1"], sub: "Leucine, isoleucine, valine, lemon", count: "400", unit: "grams",
    contents: "scoop", pill: ["#F4F0CE", "#F4F0CE"],
    serving: "1 scoop (8 g)", take: "One scoop in 300 ml of water, round a workout.",
    facts: [["L-leucine", "3 g"], ["L-isoleucine", "1.5 g"], ["L-valine", "1.5 g"], ["Vitamin B6", "1.4 mg"], ["Sugars", "0 g"]],
  },
  {
    id: "shaker", shape: "shaker", bg: "#DDE3D8", fg: "#17503B", hi: "#17503B",
    name: ["Shaker"], sub: "Leakproof lid, marks every 100 ml", count: "600", unit: "ml",
    contents: "scoop", pill: ["#F1E4C3", "#F1E4C3"],
  },
  {
    id: "growth-guide", shape: "booklet", bg: "#17573F", fg: cream, hi: "#F2B84B",
    name: ["The", "growth", "guide"], sub: "Food, sleep and sport from 9 to 18, and what a supplement cannot do", count: "48", unit: "pages",
    contents: "none", pill: [cream, cream],
  },
  {
    id: "growth-plan", shape: "card", bg: "#F3EEDD", fg: "#1D4636", hi: "#B4552D",
    name: ["Growth", "plan"], sub: "Twelve months, one measure a month", count: "12", unit: "months",
    contents: "none", pill: [cream, cream],
  },
];

/** The pictures of a product, in gallery order, as file names without ".jpg". */
export function picturesOf(p) {
  if (p.shape === "booklet" || p.shape === "card") return [p.id];
  if (p.shape === "shaker") return [p.id, `${p.id}-contents`];
  const more = p.id === "height-growth" ? [`${p.id}-two`, `${p.id}-macro`] : [];
  return [p.id, `${p.id}-contents`, `${p.id}-facts`, ...more];
}

/** Pictures that belong to no single product: home page and journal. */
export const scenePictures = [
  "line-up", "line-up-tall", "growth-group", "height-growth-two-cut",
  "article-pills", "article-ruler", "article-parcel", "article-drops",
  "article-calcium", "article-sleep", "article-iron", "article-label", "article-protein", "article-kids",
];
