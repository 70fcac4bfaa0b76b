import { Type } from "typebox";
import { Compile } from "typebox/compile";
import type { Seals } from "#platform/seals.ts";
import type { Payload } from "./facts.rules.ts";

const purpose = "conversion";

const eventShape = Compile(Type.Record(Type.String(), Type.Unknown()));

/** Encrypts an event that waits to be sent: it holds a network address. */
export function sealEvent(seals: Seals, event: Payload): string {
  return seals.seal(purpose, JSON.stringify(event));
}

/** Returns the event; undefined if no known key opens it. */
export function openEvent(seals: Seals, sealed: string | null): Payload | undefined {
  const text = sealed === null ? undefined : seals.open(purpose, sealed);
  if (text === undefined) return undefined;
  const event: unknown = JSON.parse(text);
  return eventShape.Check(event) ? event : undefined;
}
