import type { FormAnswer } from "./form-api.ts";

/** Keeps the special fields of a form right after a change: exclusive boxes, free texts, addresses, counters, terms. */
export function followFields(form: HTMLFormElement, signal: AbortSignal): void {
  const onChange = ({ target }: Event) => {
    if (!(target instanceof HTMLInputElement)) return;
    if (target.closest(".wpcf7-exclusive-checkbox") && target.type === "checkbox") uncheckOthers(form, target);
    if (target.matches(".wpcf7-validates-as-url")) target.value = withScheme(target.value);
    refreshFields(form);
    const freeText = target.closest(".has-free-text")?.querySelector<HTMLInputElement>(".wpcf7-free-text");
    if (freeText && freeText !== target && target.checked) freeText.focus();
  };
  form.addEventListener("change", onChange, { signal });
  form.addEventListener("input", () => showCounts(form), { signal });
  refreshFields(form);
}

/** Shows what follows from the present values. */
export function refreshFields(form: HTMLFormElement): void {
  for (const item of form.querySelectorAll(".has-free-text")) {
    const text = item.querySelector<HTMLInputElement>(".wpcf7-free-text");
    if (text) text.disabled = !item.querySelector<HTMLInputElement>(":is([type=checkbox], [type=radio])")?.checked;
  }
  showCounts(form);
  if (form.matches(".wpcf7-acceptance-as-validation")) return;
  const isAccepted = [...form.querySelectorAll(".wpcf7-acceptance:not(.optional)")].every((terms) =>
    [...terms.querySelectorAll<HTMLInputElement>("[type=checkbox]")].every(
      ({ checked }) => checked !== terms.classList.contains("invert"),
    ),
  );
  for (const button of form.querySelectorAll<HTMLInputElement>(".wpcf7-submit")) button.disabled = !isAccepted;
}

function uncheckOthers(form: HTMLFormElement, chosen: HTMLInputElement): void {
  for (const box of form.querySelectorAll<HTMLInputElement>(`[type=checkbox][name="${CSS.escape(chosen.name)}"]`))
    if (box !== chosen) box.checked = false;
}

/** Completes an address that was typed without its scheme. */
function withScheme(typed: string): string {
  const value = typed.trim();
  const isComplete = /^[a-z][a-z\d.+-]*:/i.test(value) || !value.includes(".");
  return isComplete ? value : `http://${value.replace(/^\/+/, "")}`;
}

function showCounts(form: HTMLFormElement): void {
  for (const counter of form.querySelectorAll<HTMLElement>(".wpcf7-character-count")) {
    const { targetName, startingValue = "0", maximumValue, minimumValue } = counter.dataset;
    const target = form.elements.namedItem(targetName ?? "");
    if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) continue;
    const { length } = target.value;
    const used = target.value.trim().length;
    const shown = String(counter.classList.contains("down") ? Number(startingValue) - used : used);
    counter.textContent = counter.dataset.currentValue = shown;
    // Compared with NaN, the value of a missing bound, every length is right.
    counter.classList.toggle("too-long", length > Number(maximumValue));
    counter.classList.toggle("too-short", length < Number(minimumValue));
  }
}

/** Shows new questions and pictures. */
export function refill(form: HTMLFormElement, { captcha = {}, quiz = {} }: FormAnswer): void {
  const empty = (field: string) => {
    for (const input of inputs(form, field)) input.value = "";
  };
  for (const [field, src] of Object.entries(captcha)) {
    empty(field);
    const picture = `img.wpcf7-captcha-${CSS.escape(field.replaceAll(":", ""))}`;
    for (const image of form.querySelectorAll<HTMLImageElement>(picture)) image.src = src;
    const [, challenge = ""] = /(\d+)\.(?:png|gif|jpeg)$/.exec(src) ?? [];
    for (const input of inputs(form, `_wpcf7_captcha_challenge_${field}`)) input.value = challenge;
  }
  for (const [field, [question, hash]] of Object.entries(quiz)) {
    empty(field);
    for (const input of inputs(form, field)) {
      const label = input.closest("label")?.querySelector(".wpcf7-quiz-label");
      if (label) label.textContent = question;
    }
    for (const input of inputs(form, `_wpcf7_quiz_answer_${field}`)) input.value = hash;
  }
}

/** Returns the inputs of this name. */
export function inputs(form: HTMLFormElement, name: string): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`)];
}
