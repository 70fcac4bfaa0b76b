import type { Translate } from "#platform/messages/catalogue.ts";

/** The provinces and territories of Pakistan as orders spell them, in the order of their names. */
export const pakistanStates = ["JK", "BA", "TA", "GB", "IS", "KP", "PB", "SD"] as const;

/** The name of a state, or the code itself where it is none of Pakistan's. */
export function stateName(code: string, t: Translate): string {
  const known = pakistanStates.find((state) => state === code);
  return known ? t(`checkout.state.${known}`) : code;
}
