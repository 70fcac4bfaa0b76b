import { onBehalfOf } from "#shop/audit/on-behalf-of.ts";
import type { Caller } from "./endpoint.ts";

/** Runs `work` on behalf of the caller: a user, or the program that has the user's application password. A guest acts for nobody. */
export function actFor<T>({ user, passwordUuid, address }: Caller, work: () => Promise<T>): Promise<T> {
  return user === null ? work() : onBehalfOf({ userId: user.id, passwordUuid, address }, work);
}
