/** The time, passed in wherever a rule depends on it, so that a test can choose it. */
export interface Clock {
  now(): Date;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };
