/** The weekdays in the order of JavaScript's `getDay`. */
export const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;

export type Weekday = (typeof weekdays)[number];
