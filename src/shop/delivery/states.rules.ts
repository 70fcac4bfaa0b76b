import { cityKey } from "./place.rules.ts";

/** A country's states: English names by the code that orders use. */
export type States = ReadonlyMap<string, string>;

/** "CODE Name, CODE Name": the second part of an ISO 3166-2 code. */
const listed: Readonly<Record<string, string>> = {
  PK: `JK Azad Kashmir, BA Balochistan, TA FATA, GB Gilgit Baltistan, IS Islamabad Capital Territory,
    KP Khyber Pakhtunkhwa, PB Punjab, SD Sindh`,
  AE: "AZ Abu Dhabi, AJ Ajman, DU Dubai, FU Fujairah, RK Ras Al Khaimah, SH Sharjah, UQ Umm Al Quwain",
  AU: `ACT Australian Capital Territory, NSW New South Wales, NT Northern Territory, QLD Queensland, SA South Australia,
    TAS Tasmania, VIC Victoria, WA Western Australia`,
  CA: `AB Alberta, BC British Columbia, MB Manitoba, NB New Brunswick, NL Newfoundland and Labrador,
    NT Northwest Territories, NS Nova Scotia, NU Nunavut, ON Ontario, PE Prince Edward Island, QC Quebec, SK Saskatchewan,
    YT Yukon`,
  IN: `AN Andaman and Nicobar Islands, AP Andhra Pradesh, AR Arunachal Pradesh, AS Assam, BR Bihar, CH Chandigarh,
    CG Chhattisgarh, DH Dadra and Nagar Haveli and Daman and Diu, DL Delhi, GA Goa, GJ Gujarat, HR Haryana,
    HP Himachal Pradesh, JK Jammu and Kashmir, JH Jharkhand, KA Karnataka, KL Kerala, LA Ladakh, LD Lakshadweep,
    MP Madhya Pradesh, MH Maharashtra, MN Manipur, ML Meghalaya, MZ Mizoram, NL Nagaland, OD Odisha, PY Puducherry,
    PB Punjab, RJ Rajasthan, SK Sikkim, TN Tamil Nadu, TS Telangana, TR Tripura, UP Uttar Pradesh, UK Uttarakhand,
    WB West Bengal`,
  US: `AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware,
    DC District of Columbia, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas,
    KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi,
    MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York,
    NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, RI Rhode Island,
    SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont, VA Virginia, WA Washington,
    WV West Virginia, WI Wisconsin, WY Wyoming, AA Armed Forces Americas, AE Armed Forces Europe, AP Armed Forces Pacific`,
};

/** Former and alternative names of states: today's code by the other code or name, in the spelling of `cityKey`. */
const otherNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AE: { "umm al qaiwain": "UQ" },
  CA: { pq: "QC", nf: "NL", newfoundland: "NL", "yukon territory": "YT" },
  IN: {
    or: "OD",
    orissa: "OD",
    ct: "CG",
    ut: "UK",
    uttaranchal: "UK",
    tg: "TS",
    pondicherry: "PY",
    dd: "DH",
    "daman and diu": "DH",
    dn: "DH",
    "dadra and nagar haveli": "DH",
  },
  US: { "washington dc": "DC", "washington d c": "DC" },
};

const lists: ReadonlyMap<string, States> = new Map(
  Object.entries(listed).map(([country, text]) => [country, new Map(text.split(",").map(entryOf))]),
);

const codes: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  [...lists].map(([country, states]) => {
    const today = [...states].flatMap(([code, name]) => [code, name].map((one) => [cityKey(one), code] as const));
    return [country, new Map([...Object.entries(otherNames[country] ?? {}), ...today])];
  }),
);

function entryOf(text: string): [string, string] {
  const [, code = "", name = ""] = /^(\S+)\s+(.+)$/s.exec(text.trim()) ?? [];
  return [code, name];
}

/** Returns the states of a country that has a list; undefined otherwise. */
export function statesOf(country: string): States | undefined {
  return lists.get(country);
}

/**
 * Returns the code of a listed state by its code or name, in any spelling, current or former; undefined if there is
 * none.
 */
export function stateCode(country: string, typed: string): string | undefined {
  return codes.get(country)?.get(cityKey(typed.replaceAll("&", " and ")));
}

/** Returns the name of a listed state, or the text itself. */
export function stateName(country: string, state: string): string {
  return lists.get(country)?.get(state) ?? state;
}
