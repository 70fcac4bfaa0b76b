import { workOn } from "./proof-of-work.ts";

/** Works on a form's challenge; a form that is submitted earlier is sent when the work is done. */
export function proveWork(form: HTMLFormElement, place: HTMLElement): void {
  const field = place.querySelector("input");
  const status = place.querySelector<HTMLElement>("[data-working]");
  if (!field || !status) return;
  let waiting: HTMLElement | null | undefined;
  form.addEventListener("submit", (event) => {
    if (field.value !== "" || event.defaultPrevented) return;
    event.preventDefault();
    waiting = event.submitter;
    status.textContent = status.dataset.working ?? "";
  });
  workOn(place.dataset.challenge ?? "").then((proof) => {
    field.value = proof;
    status.textContent = "";
    if (waiting !== undefined) form.requestSubmit(waiting);
  }, reportError);
}
