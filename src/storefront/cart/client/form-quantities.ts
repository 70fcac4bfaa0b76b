import { type CartAnswerPage, fieldsOf, postCartForm } from "./cart-form-post.ts";
import type { CartQueue } from "./cart-queue.ts";
import { failureMessage } from "./cart-requests.ts";
import { announceQuantities } from "./saved-quantities.ts";
import { keyIn, quantityIn, saveBeforeLeaving } from "./unsaved-quantities.ts";

/** Quantities are saved this long after the last change. */
const saveDelayMs = 500;

const errorSelector = ".woocommerce-notices-wrapper .woocommerce-error";

interface FormQuantitiesOptions {
  formSelector: string;
  queue: CartQueue;
  /** Saves the changed fields of a form. Default: submits the form in the background. */
  post?: (form: HTMLFormElement, changed: readonly HTMLInputElement[]) => Promise<CartAnswerPage>;
  /** Shows the page that the server returned. @throws if it is another page */
  show: (answer: CartAnswerPage, sent: URLSearchParams) => void;
  showFailure: (message: string) => void;
  signal: AbortSignal;
}

/** Saves the quantities in a form of cart lines when they change, one save at a time. */
export class FormQuantities {
  readonly #options: FormQuantitiesOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** How many saves are under way. */
  #saving = 0;
  /** The save that was begun last. */
  #last: Promise<boolean> = Promise.resolve(true);

  constructor(options: FormQuantitiesOptions) {
    this.#options = options;
    const { formSelector, signal } = options;
    document.addEventListener(
      "change",
      ({ target }) => {
        if (target instanceof HTMLInputElement && target.matches(`${formSelector} input.qty`))
          this.saveAfter(saveDelayMs);
      },
      { signal },
    );
    // Changed before this code had loaded.
    if (changedIn(this.#form).length > 0) this.saveAfter(saveDelayMs);
    const unsaved = { isAny: () => this.isUnsaved, save: () => this.#save(), take: () => this.#take() };
    saveBeforeLeaving(unsaved, signal);
  }

  /** Saves what waits to be sent. Resolves once every save begun so far has ended. */
  settle(): Promise<boolean> {
    return this.isWaiting ? this.#save() : this.#last;
  }

  /** Whether a changed quantity waits to be sent. */
  get isWaiting(): boolean {
    return this.#timer !== undefined;
  }

  get isUnsaved(): boolean {
    return this.#timer !== undefined || this.#saving > 0;
  }

  /** Saves after a delay, which each call restarts. */
  saveAfter(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#save(), milliseconds);
    this.#showBusy();
  }

  /** The form may have been replaced by the last answer. */
  get #form(): HTMLFormElement | null {
    return document.querySelector<HTMLFormElement>(this.#options.formSelector);
  }

  #save(): Promise<boolean> {
    this.#last = this.#saveInTurn();
    return this.#last;
  }

  async #saveInTurn(): Promise<boolean> {
    this.#stopTimer();
    this.#saving += 1;
    const isSaved = await this.#options.queue
      .run(async () => {
        const form = this.#form;
        return !form || this.#send(form);
      })
      .catch(() => this.#revert(this.#form, "failure"));
    this.#saving -= 1;
    this.#showBusy();
    return isSaved && !document.querySelector(errorSelector);
  }

  /** @returns false if a quantity is invalid; nothing is sent then. @throws if the server cannot be reached */
  async #send(form: HTMLFormElement): Promise<boolean> {
    const fields = quantityFields(form);
    if (fields.some((field) => quantityIn(field) === null)) return this.#revert(form, "unreadable");
    // The form would submit 1e3 as 13.
    for (const field of fields) field.value = quantityIn(field) ?? "";
    // Named as by other shops' scripts.
    form.classList.add("processing");
    const sent = fieldsOf(form);
    const fieldsChanged = changedIn(form);
    const changed = new Set(fieldsChanged.map(({ name }) => name));
    const { post, show } = this.#options;
    show(await (post ? post(form, fieldsChanged) : postCartForm(sent)), sent);
    if (!document.querySelector(errorSelector))
      announceQuantities(quantityFields(this.#form).filter(({ name }) => changed.has(name)));
    return true;
  }

  /** Restores the saved quantities and shows why. */
  #revert(form: HTMLFormElement | null, reason: "failure" | "unreadable"): false {
    if (!form) return false;
    const { failure, unreadable = "" } = form.dataset;
    form.classList.remove("processing");
    form.reset();
    this.#options.showFailure(reason === "failure" ? failureMessage(failure) : unreadable);
    return false;
  }

  #take(): (readonly [string, string])[] {
    const changed = this.#timer === undefined ? [] : changedIn(this.#form);
    this.#stopTimer();
    return changed.map((field) => [keyIn(field), field.value] as const);
  }

  /** Marks the form as busy from a change until it is saved. */
  #showBusy(): void {
    this.#form?.setAttribute("aria-busy", String(this.isUnsaved));
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

function quantityFields(form: HTMLFormElement | null): HTMLInputElement[] {
  return [...(form?.querySelectorAll<HTMLInputElement>("input.qty") ?? [])];
}

function changedIn(form: HTMLFormElement | null): HTMLInputElement[] {
  return quantityFields(form).filter(({ value, defaultValue }) => value !== defaultValue);
}
