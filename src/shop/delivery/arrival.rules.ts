import { localTime, timeZoneOf } from "../settings/time-zone.rules.ts";
import type { Arrival, Days } from "./delivery.ts";
import { weekdays } from "./weekdays.rules.ts";

/** When the shop hands parcels over and couriers deliver. */
interface DeliveryCalendar {
  delivery_cutoff: string;
  delivery_closed_weekdays: readonly string[];
  delivery_holidays: readonly string[];
  timezone_string: string;
  store_country: string;
}

const dayMs = 86_400_000;
/** No row of closed days is longer: stops the search in a calendar that has no open day. */
const maxClosedDays = 366;

/**
 * Returns the dates on which an order placed `now` arrives. An order after the cut-off, or on a closed day, counts from the next
 * open day; closed weekdays and holidays are no business days. @returns null if no cut-off is set, or no day is open
 */
export function arrivalOf({ min, max }: Days, calendar: DeliveryCalendar, now: Date): Arrival | null {
  if (calendar.delivery_cutoff === "") return null;
  const { day, time } = localTime(now, timeZoneOf(calendar));
  const isOpen = (one: string) => isOpenDay(one, calendar);
  const first = time < calendar.delivery_cutoff ? day : nextDay(day);
  const sent = openDayFrom(first, isOpen);
  const from = sent && businessDaysAfter(sent, min, isOpen);
  const to = from && businessDaysAfter(from, max - min, isOpen);
  return from && to ? { from, to } : null;
}

/**
 * Returns when `arrivalOf` may next change for orders placed at that moment: the cut-off or the end of the day; null without
 * promised dates. On the day of a clock change it may be an hour early.
 */
export function arrivalHoldsUntil(calendar: DeliveryCalendar, now: Date): Date | null {
  const { delivery_cutoff: cutoff } = calendar;
  if (cutoff === "") return null;
  const zone = timeZoneOf(calendar);
  const { day, time } = localTime(now, zone);
  const next = Date.parse(time < cutoff ? `${day}T${cutoff}:00Z` : `${nextDay(day)}T00:00:00Z`);
  const expected = next - offsetAt(now, zone);
  return new Date(Math.min(expected, next - offsetAt(new Date(expected), zone)));
}

/** Returns how far (ms) a time zone is ahead of UTC. */
function offsetAt(moment: Date, timeZone: string): number {
  const { day, time } = localTime(moment, timeZone);
  return Date.parse(`${day}T${time}Z`) - Math.floor(moment.getTime() / 1000) * 1000;
}

function isOpenDay(day: string, { delivery_closed_weekdays: closed, delivery_holidays: holidays }: DeliveryCalendar) {
  const weekday = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()];
  return !holidays.includes(day) && !closed.some((one) => one === weekday);
}

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
}

function openDayFrom(day: string, isOpen: (day: string) => boolean): string | null {
  let found = day;
  for (let closed = 0; !isOpen(found); closed += 1) {
    if (closed === maxClosedDays) return null;
    found = nextDay(found);
  }
  return found;
}

function businessDaysAfter(day: string, count: number, isOpen: (day: string) => boolean): string | null {
  let found: string | null = day;
  for (let passed = 0; passed < count && found !== null; passed += 1) found = openDayFrom(nextDay(found), isOpen);
  return found;
}
