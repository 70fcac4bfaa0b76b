import { cartRetentionMs } from "#shop/accounts/sessions/cart-rules.ts";
import type { Session } from "#shop/accounts/sessions/sessions.ts";

type Lived = Pick<Session, "user" | "isRemembered">;

const secondsPerDay = 24 * 60 * 60;

/** How long (s) a guest's session lives after it began or was renewed: as long as its cart. */
export const guestLifetime = cartRetentionMs / 1000;
/**
 * How long (s) a guest's new session lives before its second request, which shows that the browser keeps cookies: most programs
 * do not, and would fill the database.
 */
export const newGuestLifetime = 2 * secondsPerDay;
const signedInLifetime = 2 * secondsPerDay;
const rememberedLifetime = 14 * secondsPerDay;

/** Age (s) at which a session is renewed. */
export const renewedAfter = secondsPerDay;

/** Returns whether a session has had one request only, as far as the database knows. */
export function isNewGuest({ user, renewedAt, expiresAt }: Session): boolean {
  return !user && expiresAt.getTime() - renewedAt.getTime() <= newGuestLifetime * 1000;
}

/** Returns how long (s) a session lives after it began or was renewed. */
export function lifetimeOf({ user, isRemembered }: Lived): number {
  return user ? userLifetime(isRemembered) : guestLifetime;
}

/** Returns the same for a user who signs in. */
export function userLifetime(isRemembered: boolean): number {
  return isRemembered ? rememberedLifetime : signedInLifetime;
}

/**
 * Returns how long a session's cookies last: those of users who did not ask to be remembered end with the browser
 * session.
 */
export function cookieLifetime(session: Lived): { maxAge?: number } {
  return session.user && !session.isRemembered ? {} : { maxAge: lifetimeOf(session) };
}
