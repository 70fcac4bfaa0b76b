import { cut, withoutControls } from "./attribution.rules.ts";
import { decoded, none, type Source } from "./sources.rules.ts";
import type { Landing, Visits } from "./visit.rules.ts";

/** A source at a moment. */
export interface Touch {
  /** ISO 8601, UTC, in whole seconds. */
  at: string;
  type: Source["type"];
  /** "" if unknown, as the medium and the campaign. */
  source: string;
  medium: string;
  campaign: string;
}

/** How long (ms) touches are kept. */
const touchMs = 30 * 24 * 60 * 60 * 1000;

/** How many touches are kept: the first, and the last ones. */
const maxTouches = 20;

/** The maximum length (characters) of each text. */
const maxTextLength = 100;

/** Returns the touches that are young enough, with the first and the current source of the visits. */
export function withTouchesOf(known: readonly Touch[], visits: Visits, now: number): Touch[] {
  const seen = [touchOf(visits.first, visits.firstLanding), touchOf(visits.current, visits.currentLanding)];
  return ordered([...known, ...seen.flatMap((touch) => touch ?? [])], now);
}

function touchOf(source: Source | null, landing: Landing | null): Touch | null {
  if (!source || !landing) return null;
  const text = (value: string) => (value === none ? "" : clean(decoded(value)));
  const { type } = source;
  return {
    at: momentText(landing.at),
    type,
    source: text(source.source),
    medium: text(source.medium),
    campaign: text(source.campaign),
  };
}

/** Reads touches as a browser reports them, in JSON; none if they are malformed. */
export function readTouches(json: string, now: number): Touch[] {
  const given = parsed(json);
  if (!Array.isArray(given)) return [];
  return ordered(
    given.slice(0, 2 * maxTouches).flatMap((one) => touchIn(one) ?? []),
    now,
  );
}

function touchIn(given: unknown): Touch | null {
  if (typeof given !== "object" || given === null) return null;
  const { at, type, source, medium, campaign } = given as Record<string, unknown>;
  const moment =
    typeof at === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/.test(at) ? Date.parse(at) : Number.NaN;
  const known = (["utm", "organic", "referral", "typein"] as const).find((one) => one === type);
  if (Number.isNaN(moment) || !known) return null;
  const text = (value: unknown) => (typeof value === "string" ? clean(value) : "");
  return { at: momentText(moment), type: known, source: text(source), medium: text(medium), campaign: text(campaign) };
}

function clean(text: string): string {
  return cut(withoutControls(text), maxTextLength);
}

/** Orders touches by time, without repetitions, future and old ones, within the limit. */
function ordered(touches: readonly Touch[], now: number): Touch[] {
  const young = touches.filter(({ at }) => Date.parse(at) > now - touchMs && Date.parse(at) <= now);
  const unique = new Map(young.map((touch) => [touch.at + touch.type + touch.source + touch.campaign, touch]));
  const all = [...unique.values()].sort((one, other) => one.at.localeCompare(other.at));
  return all.length <= maxTouches ? all : [...all.slice(0, 1), ...all.slice(1 - maxTouches)];
}

function momentText(at: number): string {
  return new Date(Math.floor(at / 1000) * 1000).toISOString();
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
