import { type FormAnswer, fetchRefill } from "./form-api.ts";
import { inputs } from "./form-fields.ts";

/**
 * Handles the fields that few forms have: exclusive checkboxes, free texts, addresses of websites, quizzes, captchas and
 * places that repeat a field's value. Call it after `ContactForm.start`, so that changed fields are already checked.
 */
export function followSpecialFields(form: HTMLFormElement, signal: AbortSignal): void {
  const on = (name: string, act: (event: Event) => void, capture = false) =>
    form.addEventListener(name, act, { signal, capture });
  // Before the field is checked.
  on("change", ({ target }) => target instanceof HTMLInputElement && correct(form, target), true);
  on("change", ({ target }) => target instanceof HTMLElement && onChange(form, target));
  const onAnswer = (event: Event) =>
    refill(form, (event as CustomEvent<{ apiResponse: FormAnswer }>).detail.apiResponse);
  on("wpcf7submit", onAnswer);
  on("wpcf7reset", (event) => {
    onAnswer(event);
    showAll(form);
  });
  on("click", ({ target }) => {
    if (target instanceof Element && target.closest(".captcha-refresh")) void showNewPicture(form);
  });
  for (const button of form.querySelectorAll<HTMLElement>(".captcha-refresh")) button.classList.add("is-ready");
  showAll(form);
}

/** Unchecks the other boxes of an exclusive one, and completes addresses. */
function correct(form: HTMLFormElement, input: HTMLInputElement): void {
  if (input.matches(".wpcf7-exclusive-checkbox [type=checkbox]"))
    for (const box of inputs(form, input.name)) if (box !== input) box.checked = false;
  if (input.matches(".wpcf7-validates-as-url")) input.value = withScheme(input.value);
}

function onChange(form: HTMLFormElement, target: HTMLElement): void {
  showFreeTexts(form);
  const item = target.closest(".has-free-text");
  const text = item?.querySelector<HTMLInputElement>(".wpcf7-free-text:enabled");
  if (text && text !== target) text.focus();
  const { name } = target.closest<HTMLElement>(".wpcf7-form-control-wrap")?.dataset ?? {};
  if (name !== undefined) reflect(form, name);
}

function showAll(form: HTMLFormElement): void {
  showFreeTexts(form);
  for (const { dataset } of form.querySelectorAll<HTMLElement>("[data-reflection-of]"))
    reflect(form, dataset.reflectionOf ?? "");
}

function showFreeTexts(form: HTMLFormElement): void {
  for (const item of form.querySelectorAll(".has-free-text")) {
    const text = item.querySelector<HTMLInputElement>(".wpcf7-free-text");
    if (text) text.disabled = !item.querySelector<HTMLInputElement>(":is([type=checkbox], [type=radio])")?.checked;
  }
}

/** Completes an address that was typed without its scheme. */
function withScheme(typed: string): string {
  const value = typed.trim();
  const isComplete = /^[a-z][a-z\d.+-]*:/i.test(value) || !value.includes(".");
  return isComplete ? value : `http://${value.replace(/^\/+/, "")}`;
}

/** Repeats the values of a field, unless they are wrong. */
function reflect(form: HTMLFormElement, name: string): void {
  const of = `[data-name="${CSS.escape(name)}"] .wpcf7-not-valid`;
  const data = new FormData(form);
  const values = form.querySelector(of) ? [] : [...data.getAll(name), ...data.getAll(`${name}[]`)];
  const texts = values.map((value) => (typeof value === "string" ? value : value.name)).filter(Boolean);
  for (const place of form.querySelectorAll<HTMLElement>(`[data-reflection-of="${CSS.escape(name)}"]`)) {
    if (place instanceof HTMLOutputElement) place.textContent = texts.join(", ");
    else
      place.replaceChildren(
        ...texts.map((text) => Object.assign(document.createElement("output"), { textContent: text })),
      );
  }
}

/** Shows the new questions and pictures of an answer. */
function refill(form: HTMLFormElement, { captcha = {}, quiz = {} }: FormAnswer): void {
  const set = (field: string, value: string) => {
    for (const input of inputs(form, field)) input.value = value;
  };
  for (const [field, src] of Object.entries(captcha)) {
    set(field, "");
    const picture = `img.wpcf7-captcha-${CSS.escape(field.replaceAll(":", ""))}`;
    for (const image of form.querySelectorAll<HTMLImageElement>(picture)) image.src = src;
    set(`_wpcf7_captcha_challenge_${field}`, /(\d+)\.(?:png|gif|jpeg)$/.exec(src)?.[1] ?? "");
  }
  for (const [field, [question, hash]] of Object.entries(quiz)) {
    set(field, "");
    for (const input of inputs(form, field)) {
      const label = input.closest("label")?.querySelector(".wpcf7-quiz-label");
      if (label) label.textContent = question;
    }
    set(`_wpcf7_quiz_answer_${field}`, hash);
  }
}

/** Replaces the pictures of captchas; quizzes and their answers stay. The old pictures stay if there are no new ones. */
async function showNewPicture(form: HTMLFormElement): Promise<void> {
  const id = Number(form.closest<HTMLElement>(".wpcf7")?.dataset.wpcf7Id);
  const { captcha = {} }: FormAnswer = await fetchRefill(id).catch(() => ({}));
  refill(form, { captcha });
  for (const name of Object.keys(captcha)) inputs(form, name)[0]?.focus();
}
