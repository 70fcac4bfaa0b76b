import type { FunctionComponent } from "react";
import type { MessageKey } from "#messages/catalogue.ts";
import type { MessageParts } from "#messages/message-parts.ts";
import type { Widget } from "#shop/settings/widgets.rules.ts";
import type { Locale } from "#ui/locale.tsx";
import type { CartQueue } from "../../cart/client/cart-queue.ts";
import type { IdempotencyKeys } from "../requests/idempotency-keys.ts";

/** A component that the server renders and the browser hydrates when it is first touched. Exported by its `*.island.tsx`. */
export interface IslandDefinition<Props extends object> {
  /** Its key in `islands.ts`. */
  name: string;
  /** Every message that the component and its parts use; `t` throws for others. */
  messages: readonly MessageKey[];
  /** The widget that it is part of: it sleeps while that is left to other scripts, which work on the server's HTML. */
  widget?: Exclude<Widget, "adding" | "attribution" | "sales">;
  Component: FunctionComponent<Props & { page?: PageState }>;
}

/** State shared by the widgets of a page. Islands get it in the browser only, for their event handlers. */
export interface PageState {
  queue: CartQueue;
  keys: IdempotencyKeys;
}

/** Data that the server prints next to an island's HTML. */
export interface IslandData<Props extends object> {
  locale: Omit<Locale, "t"> & { messages: MessageParts };
  /** JSON values only: the browser gets them parsed. */
  props: Props;
}

/** The islands' code by name. */
export type IslandLoaders = Readonly<Record<string, () => Promise<IslandDefinition<never>>>>;
