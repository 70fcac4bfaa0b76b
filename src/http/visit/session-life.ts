import type { Session } from "#shop/accounts/sessions/sessions.ts";

type Lived = Pick<Session, "user" | "isRemembered">;

const secondsOfDay = 24 * 60 * 60;

/** How long (s) a guest's session lives, with his cart, after it began or was renewed. */
export const guestLifetime = 30 * secondsOfDay;
const signedInLifetime = 2 * secondsOfDay;
const rememberedLifetime = 14 * secondsOfDay;

/** A session's age (s) when it is renewed. */
export const renewedAfter = secondsOfDay;

/** How long (s) a session lives after it began or was renewed. */
export function lifetimeOf({ user, isRemembered }: Lived): number {
  return user ? userLifetime(isRemembered) : guestLifetime;
}

/** The same of somebody who signs in. */
export function userLifetime(isRemembered: boolean): number {
  return isRemembered ? rememberedLifetime : signedInLifetime;
}

/** How long a session's cookies last: who is signed in and did not ask to be remembered loses them when the browser closes. */
export function cookieLife(session: Lived): { maxAge?: number } {
  return session.user && !session.isRemembered ? {} : { maxAge: lifetimeOf(session) };
}
