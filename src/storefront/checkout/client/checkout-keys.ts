import { listen } from "../../client/events.ts";

const inputSelector = "#customer_details input:is([type=text], [type=tel], [type=email])";

/** On touch screens, makes the keyboard's Enter key move to the next field instead of placing the order. */
export function startCheckoutKeys(form: HTMLFormElement, signal: AbortSignal): void {
  if (!matchMedia("(pointer: coarse)").matches) return;
  const setKeyHints = () => {
    for (const input of form.querySelectorAll<HTMLInputElement>(inputSelector)) input.enterKeyHint = "next";
  };
  const onKey = (event: KeyboardEvent) => {
    const { target, key, isComposing } = event;
    if (key !== "Enter" || isComposing) return;
    if (!(target instanceof HTMLInputElement && target.matches(inputSelector))) return;
    event.preventDefault();
    controlAfter(form, target)?.focus();
  };
  setKeyHints();
  listen(document.body, "country_to_state_changed", setKeyHints, signal);
  form.addEventListener("keydown", onKey, { signal });
}

/** Returns the next visible control. */
function controlAfter(form: HTMLFormElement, input: HTMLInputElement): HTMLElement | undefined {
  const controls = form.querySelectorAll<HTMLElement>(
    "input:not([type=hidden]), select, textarea, button[type=submit]",
  );
  const visible = [...controls].filter((control) => control === input || control.checkVisibility());
  return visible[visible.indexOf(input) + 1];
}
