import { listen } from "../../client/events.ts";

const lines = "#customer_details input:is([type=text], [type=tel], [type=email])";

/** On a touch screen the keyboard's Enter goes to the next field, and says so: who is filling in the form is not ordering yet. */
export function startCheckoutKeys(): void {
  const form = document.querySelector<HTMLFormElement>("form.checkout");
  if (!form || !matchMedia("(pointer: coarse)").matches) return;
  const hint = () => {
    for (const line of form.querySelectorAll<HTMLInputElement>(lines)) line.enterKeyHint = "next";
  };
  hint();
  listen(document.body, "country_to_state_changed", hint);
  form.addEventListener("keydown", (event) => {
    const { target, key, isComposing } = event;
    if (key !== "Enter" || isComposing || !(target instanceof HTMLInputElement && target.matches(lines))) return;
    event.preventDefault();
    nextOf(form, target)?.focus();
  });
}

/** The control after one that can be seen, whatever kind it is. */
function nextOf(form: HTMLFormElement, line: HTMLInputElement): HTMLElement | undefined {
  const controls = form.querySelectorAll<HTMLElement>(
    "input:not([type=hidden]), select, textarea, button[type=submit]",
  );
  const seen = [...controls].filter((control) => control === line || control.checkVisibility());
  return seen[seen.indexOf(line) + 1];
}
