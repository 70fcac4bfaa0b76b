import { actAs } from "#db/actor.ts";

/** Who changes something through the API. */
export interface ApiActor {
  userId: number;
  /** The application password of a program that acts for the user; null: the user does. */
  passwordUuid: string | null;
  /** The network address. */
  address: string;
}

/** Runs `work`, whose changes the audit log records as the user's, or as those of a program with an application password. */
export function onBehalfOf<T>({ userId, passwordUuid, address }: ApiActor, work: () => Promise<T>): Promise<T> {
  return passwordUuid === null
    ? actAs({ kind: "user", name: String(userId), address }, work)
    : actAs({ kind: "key", name: `${passwordUuid} of user ${userId}`, address }, work);
}
