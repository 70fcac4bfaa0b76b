import { type Consent, nothingAllowed, wordPressConsent } from "#shop/consent/consent.rules.ts";
import { defineWidget } from "../../client/widget.ts";

declare global {
  interface Window {
    wp_set_consent?: (category: string, value: "allow" | "deny") => void;
  }
}

/** Defines `<shop-consent>`, whose answers act at once. Without this code its form leads to the page of privacy choices. */
export function defineConsentBanner(): void {
  defineWidget("shop-consent", (banner, signal) => {
    banner.addEventListener("submit", (event) => answer(banner, event), { signal });
  });
}

function answer(banner: HTMLElement, event: SubmitEvent): void {
  const { submitter: button, target: form } = event;
  if (!(button instanceof HTMLButtonElement) || !(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  if (button.value === "choose") return unfold(banner, button);
  const sent = new FormData(form, button);
  for (const [category, value] of Object.entries(wordPressConsent(choiceOf(button.value, sent))))
    window.wp_set_consent?.(category, value);
  // Keeps the proof. Scripts know the choice already, so a lost answer costs only that.
  const body = new URLSearchParams(
    [...sent].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  fetch(form.action, { method: "POST", body, redirect: "manual", keepalive: true }).catch(reportError);
  banner.hidden = true;
  document.querySelector<HTMLElement>("#main")?.focus({ preventScroll: true });
}

function choiceOf(value: string, sent: FormData): Consent {
  if (value === "accept") return { statistics: true, marketing: true };
  if (value === "refuse") return nothingAllowed;
  return { statistics: sent.has("statistics"), marketing: sent.has("marketing") };
}

function unfold(banner: HTMLElement, button: HTMLButtonElement): void {
  const fields = banner.querySelector("fieldset");
  if (fields) fields.hidden = false;
  button.value = "save";
  (button.querySelector(".label") ?? button).textContent = banner.dataset.save ?? "";
  banner.querySelector<HTMLElement>("input[type=checkbox]")?.focus();
}
