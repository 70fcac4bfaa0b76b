import { startAttribution } from "../../attribution/client/attribution.ts";
import { startEmailSuggestions } from "../../client/forms/email-suggestions.ts";
import { FieldErrors } from "../../client/forms/field-errors.ts";
import { definePasswordFields } from "./password-fields.ts";

/** Starts the forms of the account pages: password buttons, errors that follow the typing, corrections of email addresses. */
export function startAccountForms(): void {
  definePasswordFields();
  startAttribution();
  const { signal } = new AbortController();
  for (const form of document.querySelectorAll<HTMLFormElement>("form.account-form")) {
    new FieldErrors(form, signal);
    startEmailSuggestions(form, signal);
    const place = form.querySelector<HTMLElement>(".account-form-proof");
    if (place) import("./prove-work.ts").then((part) => part.proveWork(form, place), reportError);
    const passkey = form.querySelector<HTMLElement>("[data-passkey]");
    if (passkey) import("./ask-for-passkey.ts").then((part) => part.askForPasskey(form, passkey), reportError);
  }
}
