/** Returns the current time; passed in wherever a rule depends on it, so that tests can set it. */
export interface Clock {
  now(): Date;
}

/** The system clock. */
export const systemClock: Clock = { now: () => new Date() };

/** Returns the earliest of these moments; null if there are none. */
export function earliest(...moments: (Date | null)[]): Date | null {
  const times = moments.flatMap((moment) => moment?.getTime() ?? []);
  return times.length > 0 ? new Date(Math.min(...times)) : null;
}
