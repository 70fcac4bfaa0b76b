import { priceInText } from "#shop/tracking/facts.rules.ts";
import type { PageFact } from "#shop/tracking/page-tracking.rules.ts";
import { closest } from "../../../client/closest.ts";
import { isRegistering, setRegistering } from "./registration.ts";

type Tell = (fact: PageFact) => void;

/** Tells about leads, quizzes, pricing tables and registrations. Source: wire notes 14. */
export function startForms(tell: Tell, currencyCode: string): void {
  document.addEventListener(
    "click",
    (event) => {
      const optIn = closest(event, "#fca-lpc-optin-button");
      if (optIn) tellLead(tell, optIn.closest("form, [id^=fca-lpc]:not(button)") ?? document.body, optIn.id);
      const plan = closest(event, ".ptp-checkout-button, .ptp-button, .fca-ept-button");
      if (plan && !plan.getAttribute("href")?.includes("add-to-cart")) tellPlan(tell, plan, currencyCode);
      tellQuiz(tell, event);
    },
    // Before a script of the form ends the event.
    true,
  );
  document.addEventListener(
    "submit",
    (event) => {
      const form = closest<HTMLFormElement>(event, ".fca_eoi_form, form.register");
      if (form?.matches(".register")) setRegistering(true);
      else if (form) tellLead(tell, form, form.id);
    },
    true,
  );
  for (const [name, kind] of quizEvents)
    document.addEventListener(name, (event) => {
      const { target, detail } = event as CustomEvent<{ quiz_result?: string } | null>;
      const quiz = target instanceof Element && quizAt(target);
      if (quiz) tell({ kind, quizId: quiz.quizId, quizName: quiz.quizName, result: detail?.quiz_result ?? "" });
    });
  tellRegistration(tell);
}

const quizEvents = [
  ["QuizStart", "quiz_start"],
  ["QuizShare", "quiz_share"],
  ["QuizCompletion", "quiz_completion"],
] as const;

/** The form was sent on the page before, and the visitor is asked no more. */
function tellRegistration(tell: Tell): void {
  if (!isRegistering()) return;
  setRegistering(false);
  if (!document.querySelector("form.register")) tell({ kind: "complete_registration" });
}

/** Tells whether an e-mail address is filled in and the consent box, if there is one, is ticked. */
function isAgreed(place: Element): boolean {
  const email = place.querySelector<HTMLInputElement>("input[type=email], input[name*=email]");
  const box = place.querySelector("input[type=checkbox]");
  // Its attribute, as the protocol's script reads it.
  return Boolean(email?.value) && (!box || box.hasAttribute("checked"));
}

function tellLead(tell: Tell, place: Element, formId: string): void {
  if (isAgreed(place)) tell({ kind: "lead", title: document.title, formId });
}

function tellQuiz(tell: Tell, event: Event): void {
  const button = closest(event, ".fca_qc_submit_email_button");
  const quiz = button && quizAt(button);
  if (quiz && isAgreed(quiz.element)) tell({ kind: "quiz_lead", quizId: quiz.quizId, quizName: quiz.quizName });
}

/** Returns the quiz around an element. */
function quizAt(inside: Element) {
  const element = inside.closest(".fca_qc_quiz");
  if (!element) return undefined;
  const quizName = element.querySelector(".fca_qc_quiz_title")?.textContent?.trim() ?? "";
  return { element, quizId: Number(element.id.replace(/\D/g, "")), quizName };
}

function tellPlan(tell: Tell, button: Element, currencyCode: string): void {
  const table = button.closest("[class*=ptp-pricing-table], .fca-ept-main");
  const column = button.closest(".ptp-col, .fca-ept-column");
  const textOf = (selector: string) => column?.querySelector(selector)?.textContent?.trim() ?? "";
  tell({
    kind: "pricing_table_checkout",
    title: document.title,
    tableId: table?.id.replace(/\D/g, "") ?? "",
    plan: textOf(".ptp-plan, .fca-ept-plan"),
    price: priceInText(textOf(".ptp-price, .fca-ept-price")) || 0,
    currencyCode,
  });
}
