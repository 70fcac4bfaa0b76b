import { priceInText } from "#shop/tracking/facts.rules.ts";
import type { PageFact } from "#shop/tracking/page-tracking.rules.ts";
import { closest } from "../../../client/closest.ts";

type Tell = (fact: PageFact) => void;

/** Tells about leads, quizzes and pricing tables. Source: wire notes 14. */
export function startForms(tell: Tell, currencyCode: string): void {
  /** Forms of quizzes: the visitor may go back to the first question and send it again. */
  const started = new WeakSet<Element>();
  document.addEventListener(
    "click",
    (event) => {
      const optIn = closest(event, "#fca-lpc-optin-button");
      if (optIn) tellLead(tell, optIn.closest("form, [id^=fca-lpc]:not(button)") ?? document.body, optIn.id);
      const plan = closest(event, ".ptp-checkout-button, .ptp-button, .fca-ept-button, .fca-ept-column .card-acts a");
      if (plan && !plan.getAttribute("href")?.includes("add-to-cart")) tellPlan(tell, plan, currencyCode);
      tellQuizClick(tell, event);
    },
    // Before a script of the form ends the event.
    true,
  );
  document.addEventListener(
    "submit",
    (event) => {
      const form = closest<HTMLFormElement>(event, ".fca_eoi_form");
      if (form) tellLead(tell, form, form.id);
      const question = closest<HTMLFormElement>(event, ".fca_qc_quiz form");
      if (!question?.querySelector(".fca_qc_start_button") || started.has(question)) return;
      started.add(question);
      tellQuiz(tell, question, "quiz_start");
    },
    true,
  );
  tellQuizResult(tell);
}

/** Tells whether an email address is filled in and the consent box, if there is one, is ticked. */
function isAgreed(place: Element): boolean {
  const email = place.querySelector<HTMLInputElement>("input[type=email], input[name*=email]");
  const box =
    place.querySelector<HTMLInputElement>(".wpcf7-acceptance input") ??
    place.querySelector<HTMLInputElement>("input[type=checkbox]");
  // The box as it is now. The protocol's script reads its attribute, which says how the page was sent.
  return Boolean(email?.value) && (!box || box.checked);
}

/** A form in a quiz is its email form. */
function tellLead(tell: Tell, place: Element, formId: string): void {
  if (!isAgreed(place)) return;
  if (place.closest(".fca_qc_quiz")) tellQuiz(tell, place, "quiz_lead");
  else tell({ kind: "lead", title: document.title, formId });
}

function tellQuizClick(tell: Tell, event: Event): void {
  const send = closest(event, ".fca_qc_submit_email_button");
  const quiz = send?.closest(".fca_qc_quiz");
  // A lead form is told when it is sent.
  if (send && quiz && !send.closest(".fca_eoi_form") && isAgreed(quiz)) tellQuiz(tell, send, "quiz_lead");
  const share = closest(event, ".fca_qc_share_link");
  if (share) tellQuiz(tell, share, "quiz_share");
}

/** Tells once that a quiz was finished: the address of its result, which everybody may have, replaces that of the answers. */
function tellQuizResult(tell: Tell): void {
  const quiz = document.querySelector<HTMLElement>(".fca_qc_quiz[data-quiz-result]");
  if (!quiz) return;
  tellQuiz(tell, quiz, "quiz_completion");
  const link = quiz.querySelector<HTMLAnchorElement>("a.fca_qc_share_link");
  if (link) history.replaceState(history.state, "", link.href);
}

function tellQuiz(tell: Tell, inside: Element, kind: "quiz_lead" | "quiz_start" | "quiz_share" | "quiz_completion") {
  const quiz = quizAt(inside);
  if (!quiz) return;
  const { quizId, quizName, element } = quiz;
  if (kind === "quiz_lead") tell({ kind, quizId, quizName });
  else tell({ kind, quizId, quizName, result: element.dataset.quizResult ?? "" });
}

/** Returns the quiz around an element. */
function quizAt(inside: Element) {
  const element = inside.closest<HTMLElement>(".fca_qc_quiz");
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
    tableId: table?.id.replace(/^(?:fca-ept(?:-table)?|ptp)-/, "") ?? "",
    plan: textOf(".ptp-plan, .fca-ept-plan"),
    // Of a reduced price, the present one.
    price: priceInText(textOf(".fca-ept-price ins") || textOf(".ptp-price, .fca-ept-price")) || 0,
    currencyCode,
  });
}
