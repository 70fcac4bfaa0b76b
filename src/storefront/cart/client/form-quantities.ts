import { saveBeforeLeaving } from "./before-leaving.ts";
import { type CartAnswerPage, fieldsOf, postCartForm } from "./cart-form-post.ts";
import { inTurn } from "./cart-requests.ts";
import { failureWords } from "./failure-words.ts";
import { keyIn, quantityIn } from "./line-quantity.ts";

/** How long (ms) a quantity rests before it is saved. */
const rest = 500;

export interface FormQuantities {
  /** Saves them after so many milliseconds, counted from the last call. */
  saveAfter: (milliseconds: number) => void;
  isUnsaved: () => boolean;
}

interface Place {
  /** Takes from the page that answers what changed. @throws when it is another page */
  show: (answer: CartAnswerPage, sent: URLSearchParams) => void;
  /** Says what went wrong. */
  tell: (message: string) => void;
}

/** The quantities of a form of cart lines, which save themselves: the form is sent as it would send itself. */
export function startFormQuantities(formSelector: string, { show, tell }: Place): FormQuantities {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = 0;
  const form = () => document.querySelector<HTMLFormElement>(formSelector);
  const isUnsaved = () => timer !== undefined || running > 0;
  const stopTimer = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const saveAfter = (milliseconds: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void save(), milliseconds);
  };
  const save = async () => {
    stopTimer();
    running += 1;
    const isSaved = await inTurn(async () => {
      const sent = form();
      return !sent || send(sent, { show, tell });
    }).catch(() => takeBack(form(), "failure", tell));
    running -= 1;
    return isSaved && !document.querySelector(".woocommerce-notices-wrapper .woocommerce-error");
  };
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches(`${formSelector} input.qty`)) saveAfter(rest);
  });
  const take = () => {
    const unsaved = timer === undefined ? [] : changedIn(form());
    stopTimer();
    return unsaved.map((field) => [keyIn(field), field.value] as const);
  };
  // Changed before anybody listened.
  if (changedIn(form()).length > 0) saveAfter(rest);
  saveBeforeLeaving({ isAny: isUnsaved, save, take });
  return { saveAfter, isUnsaved };
}

function fieldsIn(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>("input.qty") ?? [])];
}

function changedIn(form: HTMLFormElement | null): HTMLInputElement[] {
  return fieldsIn(form).filter(({ value, defaultValue }) => value !== defaultValue);
}

/** @returns whether all of them were quantities; else nothing is sent. @throws when the shop cannot be reached */
async function send(form: HTMLFormElement, { show, tell }: Place): Promise<boolean> {
  const fields = fieldsIn(form);
  if (fields.some((field) => quantityIn(field) === null)) return takeBack(form, "unreadable", tell);
  // A number field also takes the likes of 1e3, which the form would send as 13.
  for (const field of fields) field.value = quantityIn(field) ?? "";
  form.setAttribute("aria-busy", "true");
  const sent = fieldsOf(form);
  show(await postCartForm(sent), sent);
  return true;
}

/** The quantities that the shop knows, and a word about it. */
function takeBack(form: HTMLFormElement | null, why: "failure" | "unreadable", tell: Place["tell"]): false {
  if (!form) return false;
  form.removeAttribute("aria-busy");
  form.reset();
  tell(why === "failure" ? failureWords(form.dataset.failure) : (form.dataset.unreadable ?? ""));
  return false;
}
