import { choiceSelects } from "./variation-choice.ts";

/**
 * Makes the buttons of options set their drop-downs, also if they were pressed before. Without the client they are sent with the
 * form; from now on only the drop-downs are, which any script may set.
 */
export function followPresses(form: HTMLFormElement, signal: AbortSignal): void {
  for (const select of choiceSelects(form)) {
    const buttons = select.closest("shop-choice-buttons");
    const radios = buttons?.querySelectorAll<HTMLInputElement>("[type=radio]") ?? [];
    const choose = ({ value }: HTMLInputElement) => {
      if (!isOffered(select, value)) return;
      select.value = value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    };
    const { name } = select;
    for (const radio of radios) {
      // Radio buttons of no form are one group if they have the same name, and the quick checkout has such a form too.
      radio.name = select.id;
      radio.setAttribute("form", "none");
      if (radio.checked && !radio.defaultChecked) choose(radio);
      radio.addEventListener("change", () => choose(radio), { signal });
      signal.addEventListener("abort", () => {
        radio.name = name;
        radio.removeAttribute("form");
      });
    }
  }
}

/** Tells whether an option can be chosen: scripts remove or disable those that do not exist with the other choices. */
export function isOffered(select: HTMLSelectElement, value: string): boolean {
  return [...select.options].some((option) => option.value === value && !option.disabled);
}
