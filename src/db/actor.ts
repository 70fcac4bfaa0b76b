import { AsyncLocalStorage } from "node:async_hooks";

/** Who changes something, for the audit log. */
export interface Actor {
  kind: "user" | "command" | "key" | "job";
  /** A user's id, or the name of the command, key or job. */
  name: string;
  /** The network address, or the machine and account of a command; "" unknown. */
  address: string;
}

const acting = new AsyncLocalStorage<Actor>();

/** Runs `work`, whose transactions are recorded as the actor's. */
export function actAs<T>(actor: Actor, work: () => Promise<T>): Promise<T> {
  return acting.run(actor, work);
}

/** Returns on whose behalf the caller runs; undefined for visitors' requests. */
export function currentActor(): Actor | undefined {
  return acting.getStore();
}
