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

/** How many calls of `actAs` are running. */
let running = 0;

/**
 * Runs `work`, whose transactions are recorded as the actor's; what it starts without waiting for it may not be. Node 20
 * slows down every promise of the process while the storage is in use, so it is switched off between jobs.
 */
export async function actAs<T>(actor: Actor, work: () => Promise<T>): Promise<T> {
  running += 1;
  try {
    return await acting.run(actor, work);
  } finally {
    running -= 1;
    if (running === 0) acting.disable();
  }
}

/** Returns on whose behalf the caller runs; undefined for visitors' requests. */
export function currentActor(): Actor | undefined {
  return acting.getStore();
}
