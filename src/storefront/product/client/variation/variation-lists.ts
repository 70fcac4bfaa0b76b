import type { OfferedOptions, OptionList, OptionState } from "#shop/catalogue/variations.rules.ts";
import { choiceSelects, nameOf } from "./variation-choice.ts";

/** A drop-down's name and values, with the options that the server gave it, whether they are in it or not. */
export interface ChoiceList extends OptionList {
  select: HTMLSelectElement;
  options: readonly HTMLOptionElement[];
}

/** The drop-downs with all their options; to be asked before any was taken out. */
export function choiceLists(form: HTMLFormElement): ChoiceList[] {
  return choiceSelects(form).map((select) => {
    const options = [...select.options].filter(({ value }) => value !== "");
    return { select, name: nameOf(select), values: options.map(({ value }) => value), options };
  });
}

/** Leaves those options in the drop-downs that are offered; null stands for all. */
export function offerOptions(lists: readonly ChoiceList[], offered: OfferedOptions | null): void {
  for (const { select, name, options } of lists) {
    let last = select.querySelector<HTMLOptionElement>("option[value='']");
    for (const option of options) {
      const state = offered ? offered[name]?.[option.value] : "enabled";
      if (!state) option.remove();
      else {
        place(select, option, last);
        showOption(option, state);
        last = option;
      }
    }
  }
}

/** What stands right is not touched: a drop-down may be open. */
function place(select: HTMLSelectElement, option: HTMLOptionElement, after: HTMLOptionElement | null): void {
  if (option.parentNode === select && option.previousElementSibling === after) return;
  if (after) after.after(option);
  else select.prepend(option);
}

function showOption(option: HTMLOptionElement, state: OptionState): void {
  option.disabled = state === "disabled";
  option.classList.toggle("enabled", state === "enabled");
}
