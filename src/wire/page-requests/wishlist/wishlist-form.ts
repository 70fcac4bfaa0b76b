import type { GuardedCall } from "#http/guards/nonce-actions.ts";
import { translator } from "#messages/translate.ts";
import { routes } from "#routes";
import type { Notice } from "#shop/accounts/sessions/sessions.ts";
import { Refusal } from "#shop/refusal.ts";
import { wishlistRef } from "#shop/wishlist/wishlists.ts";
import { wishlistRefusal } from "../../admin-ajax/wishlist/wishlist-texts.ts";
import type { Call } from "../../wc-ajax/entrance.ts";
import { cut, hasField, textOf } from "../../wc-ajax/fields.ts";
import { addPageExpiredNotice, pageExpired } from "../../wc-ajax/notices.ts";
import type { PageRequest } from "../page-requests.ts";
import { ownAddress, referringPage } from "../return-paths.ts";

/** The result of a form. */
export interface FormResult {
  /** For the visitor's next page. */
  notices: readonly Notice[];
  /** Where to redirect to. Default: the form's own page. */
  path?: string;
}

/** A form with texts that are not lost when it is refused: its page shows them again. */
export interface TypedForm {
  /** The field that names the form. */
  name: string;
  /** Returns the names of its controls with texts. */
  controls: (call: Call) => readonly string[] | Promise<readonly string[]>;
  /** Returns the id of the control that a refusal is about. Default: none. */
  controlOf?: (call: Call, refusal: Refusal) => string | null | Promise<string | null>;
  /** Returns the notice of a refusal. Default: `wishlistRefusal` */
  noticeOf?: (refusal: Refusal) => Notice;
}

interface FormOptions {
  /** The only method that the form accepts. Default: a link works too. */
  method?: "POST";
  typed?: TypedForm;
}

/** Longest value that is shown again (characters); the longest that a control takes. */
const maxTyped = 2000;

/** A form or link of the wishlist's pages. @throws Refusal */
export type WishlistForm = (call: Call) => Promise<FormResult>;

/**
 * Returns the page request of a form: checks its nonce, tells the visitor what was done or refused, and goes to
 * `redirect_to`, or back to the wishlist. With an invalid nonce nothing changes.
 */
export function wishlistForm(
  guard: GuardedCall,
  answer: WishlistForm,
  { method, typed }: FormOptions = {},
): PageRequest {
  return async (call) => {
    const { visit, fields } = call;
    const isPost = visit.request.method === "POST";
    if (method === "POST" && !isPost) return undefined;
    const isValid = isPost
      ? await visit.hasValidOrExpiredNonce(guard, fields)
      : await visit.hasValidLinkNonce(guard, fields);
    if (!isValid) {
      if (await showAgain(call, typed, null)) return undefined;
      await addPageExpiredNotice(call);
      return isPost ? pageOf(call) : undefined;
    }
    const result = await resultOf(call, answer);
    if (result instanceof Refusal && (await showAgain(call, typed, result))) return undefined;
    const { notices, path } = result instanceof Refusal ? { notices: [noticeOf(typed, result)] } : result;
    for (const notice of notices) await visit.addNotice(notice);
    return ownAddress(call, textOf(fields, "redirect_to")) ?? path ?? pageOf(call);
  };
}

async function resultOf(call: Call, answer: WishlistForm): Promise<FormResult | Refusal> {
  try {
    return await answer(call);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return error;
  }
}

function noticeOf(typed: TypedForm | undefined, refusal: Refusal): Notice {
  return typed?.noticeOf?.(refusal) ?? wishlistRefusal(refusal, "notices.wishlist.failed");
}

/**
 * Keeps what was typed for the page that the form was sent to. Scripts, which name another page, keep it themselves.
 * @param refusal null: the nonce is invalid
 * @returns whether the page shows it
 */
async function showAgain(call: Call, typed: TypedForm | undefined, refusal: Refusal | null): Promise<boolean> {
  const { visit, fields } = call;
  const isPage = visit.request.method === "POST" && visit.path.startsWith(routes.wishlist());
  if (!typed || !isPage || hasField(fields, "redirect_to")) return false;
  const names = await typed.controls(call);
  if (!names.some((name) => hasField(fields, name))) return false;
  const values = Object.fromEntries(names.map((name) => [name, cut(textOf(fields, name), maxTyped)]));
  const { settings } = await visit.facts();
  const { messageKey, values: given } = refusal ? noticeOf(typed, refusal) : pageExpired;
  const controlId = (refusal && (await typed.controlOf?.(call, refusal))) ?? null;
  const message = translator(settings.language)(messageKey, given);
  visit.refuseForm({ name: typed.name, typed: values, errors: [{ controlId, message }] });
  return true;
}

/** Returns the wishlist's page that the visitor came from, or the list that the form names. */
function pageOf(call: Call): string {
  const page = referringPage(call);
  if (page?.startsWith(routes.wishlist())) return page;
  const list = wishlistRef(textOf(call.fields, "wishlist_id"));
  return list && "token" in list ? routes.wishlistView(list.token) : routes.wishlist();
}

/** Returns a notice of success. */
export function done(messageKey: Notice["messageKey"], values: Notice["values"] = {}): Notice {
  return { kind: "success", messageKey, values };
}
