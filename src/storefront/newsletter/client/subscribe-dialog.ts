import { openModal } from "../../client/open-modal.ts";
import { readCookie } from "../../client/requests/read-cookie.ts";
import styles from "./subscribe-dialog.css?inline";

/** Contains the session token of the hosted service, which other pages and its scripts read. */
const tokenCookie = "wp-jp-premium-content-session";
/** Seconds: a month. */
const tokenLifetime = 30 * 24 * 60 * 60;

/** The form's fields that the hosted page gets, in the protocol's order. */
const sentFields = [
  "post_id",
  "tier_id",
  "blog",
  "plan",
  "source",
  "app_source",
  "post_access_level",
  "display",
] as const;

/**
 * Opens the hosted page for a form in a dialog. The page may send a session token, which becomes a cookie and reloads this page
 * once the dialog is closed, and may close the dialog. Source: storefront specification 4 and 7, "Subscribe dialog"; wire notes 15.2.
 */
export function openSubscribeDialog(form: HTMLFormElement, source: string): void {
  const texts = JSON.parse(form.dataset.texts ?? "{}") as Record<"title" | "close" | "noFrames", string>;
  // A field is called "action" too.
  const page = form.getAttribute("action") ?? "";
  const host = new URL(page).origin;
  const frame = document.createElement("iframe");
  frame.id = "memberships-modal-iframe";
  frame.title = texts.title;
  frame.textContent = texts.noFrames;
  frame.src = `${page}?${queryOf(form, source)}`;
  const close = document.createElement("button");
  close.type = "button";
  close.className = "x";
  close.textContent = "×";
  close.ariaLabel = texts.close;
  const dialog = document.createElement("dialog");
  dialog.id = "memberships-modal-window";
  dialog.className = "modal jetpack-memberships-modal is-loading";
  dialog.ariaLabel = texts.title;
  dialog.append(close, frame);
  document.body.append(dialog);
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);

  let hasToken = false;
  const listening = new AbortController();
  const { signal } = listening;
  const onMessage = ({ origin, source, data }: MessageEvent) => {
    if (origin !== host || source !== frame.contentWindow) return;
    const { token, isEnd } = readMessage(data);
    if (token !== undefined) {
      setToken(token);
      hasToken = true;
    }
    if (isEnd) dialog.close();
  };
  window.addEventListener("message", onMessage, { signal });
  frame.addEventListener("load", () => dialog.classList.replace("is-loading", "open"), { signal });
  close.addEventListener("click", () => dialog.close(), { signal });
  dialog.addEventListener(
    "close",
    () => {
      listening.abort();
      dialog.remove();
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
      if (hasToken) window.location.reload();
    },
    { signal },
  );
  openModal(dialog);
}

function queryOf(form: HTMLFormElement, source: string): string {
  const fields = new FormData(form);
  fields.set("source", source);
  const read = (name: string) => {
    const value = fields.get(name);
    return typeof value === "string" ? value : "";
  };
  const isSubscribing = source === "jetpack_subscribe";
  const query = new URLSearchParams({ email: read("email") });
  for (const name of sentFields) query.set(name, read(name));
  if (isSubscribing) query.set("selected_newsletter_categories", read("selected_newsletter_categories"));
  const token = readCookie(tokenCookie);
  if (token !== "") query.set("jwt_token", token);
  query.set("lang", read("lang"));
  return query.toString();
}

/** Reads a message of the hosted page, an object or its JSON. */
function readMessage(data: unknown): { token?: string; isEnd: boolean } {
  const message = typeof data === "string" ? parsed(data) : data;
  if (typeof message !== "object" || message === null) return { isEnd: false };
  const { result, action } = message as { result?: { jwt_token?: unknown } | null; action?: unknown };
  const token = result?.jwt_token;
  const isToken = typeof token === "string" && /^[\w.-]{1,3500}$/.test(token);
  return { ...(isToken && { token }), isEnd: action === "close" };
}

/** Frames also get messages of other programs, such as browser extensions. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function setToken(token: string): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${tokenCookie}=${token}; path=/; max-age=${tokenLifetime}; SameSite=Lax${secure}`;
}
