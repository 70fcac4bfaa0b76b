import type { Translate } from "#platform/messages/catalogue.ts";
import { pakistanStateCodes } from "../delivery/regions.rules.ts";

/** The name of one of Pakistan's provinces and territories, or the code itself where it is none of them. */
export function stateName(code: string, t: Translate): string {
  const known = pakistanStateCodes.find((state) => state === code);
  return known ? t(`checkout.state.${known}`) : code;
}
