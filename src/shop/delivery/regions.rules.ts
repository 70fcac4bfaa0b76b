/** Countries that are delivered to. */
export const deliveredCountries = ["PK"] as const;

/** The provinces and territories of Pakistan as orders spell them. */
export const pakistanStateCodes = ["JK", "BA", "TA", "GB", "IS", "KP", "PB", "SD"] as const;
