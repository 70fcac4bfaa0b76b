/** Keeps a form's counters and its submit button up to date. */
export function followFields(form: HTMLFormElement, signal: AbortSignal): void {
  form.addEventListener("change", () => refreshFields(form), { signal });
  form.addEventListener("input", () => showCounts(form), { signal });
  refreshFields(form);
}

/** Shows the number of characters, and enables the submit button once the terms are accepted. */
export function refreshFields(form: HTMLFormElement): void {
  showCounts(form);
  if (form.matches(".wpcf7-acceptance-as-validation")) return;
  const isAccepted = [...form.querySelectorAll(".wpcf7-acceptance:not(.optional)")].every((terms) =>
    [...terms.querySelectorAll<HTMLInputElement>("[type=checkbox]")].every(
      ({ checked }) => checked !== terms.classList.contains("invert"),
    ),
  );
  for (const button of form.querySelectorAll<HTMLInputElement>(".wpcf7-submit")) button.disabled = !isAccepted;
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

/** Returns the inputs of this name. */
export function inputs(form: HTMLFormElement, name: string): HTMLInputElement[] {
  return [...form.querySelectorAll<HTMLInputElement>(`input[name="${CSS.escape(name)}"]`)];
}
