import type { FastifyRequest } from "fastify";
import type { Static, TObject, TProperties } from "typebox";
import type { ShopServices } from "#http/shop-services.ts";
import type { User } from "#shop/accounts/user.ts";
import type { Settings } from "#shop/settings/setting-definitions.ts";
import type { Entrance } from "../../wc-ajax/entrance.ts";
import type { Capability } from "./capabilities.ts";

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** The fields that an answer has: of an item, of one that is edited, of one in another. */
export type Context = "view" | "edit" | "embed";

export type ApiServices = Entrance &
  Pick<ShopServices, "articleIndex" | "cache" | "catalogue" | "freshness" | "media" | "pictureQueue">;

/** The connection of a call, for endpoints that read files from it. */
export interface Connection {
  /** Its body is unread if it is neither JSON nor a form without files. */
  request: FastifyRequest;
  /** Adds a header to the answer, also to one that says that the call failed. */
  setHeader(name: string, value: string): void;
}

/** Who calls. */
export interface Caller {
  /** Null: a guest, or a signed-in user without a nonce. */
  user: User | null;
  /** The application password that proves it; null: the session does, or nobody is signed in. */
  passwordUuid: string | null;
  /** The network address. */
  address: string;
}

/** A call with its checked parameters. */
export interface ApiCall<Given = Record<string, unknown>> {
  services: ApiServices;
  caller: Caller;
  given: Given;
  /** The names of the parameters that were sent; the others have their defaults. */
  sent: ReadonlySet<string>;
  context: Context;
  settings: Settings;
  timeZone: string;
  /** "https://shop.example" */
  siteUrl: string;
  /** User agent and headers that forms are judged by. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Null: the call is in a batch. */
  connection: Connection | null;
  now: Date;
  /** Logs an unexpected error of a part of the answer. @returns that part */
  failureOf: FastifyRequest["failureOf"];
  /** Whether the answer shows a field; what it does not show need not be read. */
  wants: (field: string) => boolean;
}

/** What an item has in it if the caller asks for `_embed`. */
export interface Embeddable {
  kind: "person" | "media" | "topic" | "article";
  id: number;
}

export interface Link {
  /** Below the root of the API, or absolute. */
  href: string;
  embeds?: readonly Embeddable[];
  /** Whether it leads to a list. */
  isList?: boolean;
  /** What else the protocol says about the link. */
  attributes?: Readonly<Record<string, string>>;
}

/** An item with all its fields; the answer has those of the context. */
export interface ApiItem {
  fields: Readonly<Record<string, unknown>>;
  links: Readonly<Record<string, readonly Link[]>>;
}

export type ApiAnswer =
  | { kind: "item"; item: ApiItem; status?: 200 | 201; location?: string }
  | { kind: "list"; items: readonly ApiItem[]; total: number; page: number; perPage: number }
  /** Deleted for good. */
  | { kind: "deleted"; previous: ApiItem }
  /** Items by name. */
  | { kind: "named"; items: Readonly<Record<string, ApiItem>> }
  /** Sent as it is. */
  | { kind: "body"; body: unknown; status?: number };

/** Who may call an endpoint. Handlers refuse more where it depends on the item. */
export interface Rule {
  who: "anyone" | "signed in" | Capability;
  /** Who may ask for `context=edit`; default: as `who`, and nobody if that is anyone. */
  edits?: "signed in" | Capability;
  /** Whether it answers customers also while the site is closed: it is about their own account. */
  isOwnAccount?: boolean;
  /** The code of the refusal; default: rest_forbidden. */
  code?: string;
  message?: string;
}

/** A method of a path. */
export interface Endpoint {
  methods: readonly Method[];
  /** Of path, query and body. */
  parameters: TObject;
  rule: Rule;
  /** Whether `batch/v1` may contain it. */
  inBatch: boolean;
  /**
   * Parameters with which staff get another answer than guests. Without them all callers get the same until an article or topic
   * changes. Null: the answer is not kept.
   */
  personalParameters: readonly string[] | null;
  /** Whether its handler reads a file first, and acts on behalf of the caller only afterwards: acting slows the whole process. */
  readsFile: boolean;
  answer(call: ApiCall): Promise<ApiAnswer>;
}

/** A path of the API with its endpoints. */
export interface ApiPath {
  /** With parameters in braces: "/wp/v2/posts/{id}". */
  path: string;
  /** The item; its properties have the keyword `context`. */
  schema?: TObject;
  endpoints: readonly Endpoint[];
}

/** Defines an endpoint, whose handler gets its parameters typed. */
export function endpoint<Properties extends TProperties>(given: {
  methods: readonly Method[];
  parameters: TObject<Properties>;
  rule: Rule;
  inBatch?: boolean;
  personalParameters?: readonly string[];
  readsFile?: boolean;
  answer(call: ApiCall<Static<TObject<Properties>>>): Promise<ApiAnswer>;
}): Endpoint {
  // The parameters are checked against the schema before the handler is called.
  const { inBatch = false, personalParameters = null, readsFile = false } = given;
  return { ...given, inBatch, personalParameters, readsFile, answer: (call) => given.answer(call as never) };
}

/** The methods that change an item. */
export const editing = ["POST", "PUT", "PATCH"] as const;
