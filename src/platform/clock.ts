/** Returns the current time; passed in wherever a rule depends on it, so that tests can set it. */
export interface Clock {
  now(): Date;
}

/** The system clock. */
export const systemClock: Clock = { now: () => new Date() };
