import { localTime } from "../../../settings/time-zone.rules.ts";

/**
 * Returns the moment of a date in an export: in UTC if that is known, else in the site's time zone; undefined if neither
 * is, as in most drafts.
 */
export function exportMoment(gmt: string, local: string, timeZone: string): Date | undefined {
  const moment = readUtc(gmt);
  if (moment) return moment;
  const asUtc = readUtc(local);
  if (!asUtc) return undefined;
  // The second look is right also in the hours around a change to or from summer time.
  const first = new Date(asUtc.getTime() - offsetAt(asUtc, timeZone));
  return new Date(asUtc.getTime() - offsetAt(first, timeZone));
}

function readUtc(text: string): Date | undefined {
  if (!/^(?:19[789]\d|20\d\d|21\d\d)-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return undefined;
  const moment = new Date(`${text.replace(" ", "T")}Z`);
  return Number.isNaN(moment.getTime()) ? undefined : moment;
}

/** Returns how far (ms) the clocks of a zone are ahead of UTC. */
function offsetAt(moment: Date, timeZone: string): number {
  const { day, time } = localTime(moment, timeZone);
  return new Date(`${day}T${time}Z`).getTime() - moment.getTime();
}
