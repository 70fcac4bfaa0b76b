const announceAfter = 2000;
const typingPause = 300;
/** From here on the filters stand in a row; below they are a sheet with a button of its own. */
const isWide = window.matchMedia("(min-width: 900px)");

/** Listings: choosing an order or a filter sends the form at once, and the new count is read out. */
export function startListing(): void {
  document.addEventListener("change", (event) => {
    const control = event.target as HTMLInputElement | HTMLSelectElement;
    const filters = control.closest<HTMLFormElement>("form.filters");
    if (control.matches(".woocommerce-ordering select.orderby")) control.form?.requestSubmit();
    else if (filters && isWide.matches) filters.requestSubmit();
    else if (filters) void showCount(filters);
  });
  document.addEventListener("input", ({ target }) => {
    const limits = (target as Element).closest<HTMLFormElement>(".facet-price")?.closest("form");
    if (limits && !isWide.matches) countSoon(limits);
  });
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (form.matches(".woocommerce-ordering")) keepOthers(form);
    if (form.matches("form.filters")) leaveOutEmpty(form);
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) resetForms();
  });
  closePanels();
  if (window.location.search !== "") announceCount();
}

/** A page that is come back to shows what it lists, not what was chosen on the way out. */
function resetForms(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form.filters, .woocommerce-ordering")) form.reset();
}

/** What the address says that the form does not: campaigns and what other scripts read. */
function keepOthers(form: HTMLFormElement): void {
  const own = new Set(new FormData(form).keys());
  for (const [name, value] of new URLSearchParams(window.location.search)) {
    if (own.has(name) || name === "add-to-cart") continue;
    const field = document.createElement("input");
    Object.assign(field, { type: "hidden", name, value });
    form.append(field);
  }
}

/** Empty limits and "any" need not stand in the address. They are back when the page is come back to. */
function leaveOutEmpty(form: HTMLFormElement): void {
  const empty = [...form.querySelectorAll("input")].filter(
    (field) => field.value === "" && (field.type !== "radio" || field.checked),
  );
  for (const field of empty) field.disabled = true;
  setTimeout(() => {
    for (const field of empty) field.disabled = false;
  });
}

let typing: ReturnType<typeof setTimeout> | undefined;

/** Once somebody has stopped typing for a moment. */
function countSoon(form: HTMLFormElement): void {
  clearTimeout(typing);
  typing = setTimeout(() => void showCount(form), typingPause);
}

let counting: AbortController | undefined;

/** The sheet's button says how many products the choice would leave, as the listing itself says it. */
async function showCount(form: HTMLFormElement): Promise<void> {
  counting?.abort();
  const mine = (counting = new AbortController());
  const chosen = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === "string" && value !== "" ? [[name, value]] : [],
  );
  const button = form.querySelector(".filters-show .label");
  try {
    const response = await fetch(`${form.action}?${new URLSearchParams(chosen).toString()}`, { signal: mine.signal });
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    const words = page.querySelector(".filters-show .label")?.textContent;
    if (!words || !button || counting !== mine) return;
    button.textContent = words;
    showNumbers(form, page);
  } catch {
    // The button keeps its words: sending the form works all the same.
  }
}

/** Beside each choice, how many products it would leave now. The page leaves out those that would leave none. */
function showNumbers(form: HTMLFormElement, page: Document): void {
  const numbers = new Map([...page.querySelectorAll(".filters .choice")].map((choice) => [nameOf(choice), choice]));
  for (const choice of form.querySelectorAll(".choice")) {
    const number = choice.querySelector(".num");
    if (number) number.textContent = numbers.get(nameOf(choice))?.querySelector(".num")?.textContent ?? "0";
  }
}

function nameOf(choice: Element): string {
  const input = choice.querySelector("input");
  return `${input?.name} ${input?.value}`;
}

/** In a row, a panel closes on Escape, and when something else is pressed or focused. */
function closePanels(): void {
  const closeExcept = (node: Node | null) => {
    if (!isWide.matches) return;
    for (const panel of document.querySelectorAll<HTMLDetailsElement>(".facet[open]"))
      if (!panel.contains(node)) panel.open = false;
  };
  document.addEventListener("click", (event) => closeExcept(event.target as Node));
  document.addEventListener("focusin", ({ target }) => {
    // A press on words focuses what stands around the panel: that is no leaving. Closed under it, the panel would take the
    // press with it (and Chromium the tab).
    if (!(target as Element).querySelector(".facet[open]")) closeExcept(target as Node);
  });
  document.addEventListener("keydown", (event) => {
    const panel = (event.target as Element).closest<HTMLDetailsElement>(".facet[open]");
    if (event.key !== "Escape" || !panel || !isWide.matches) return;
    panel.open = false;
    panel.querySelector("summary")?.focus();
  });
}

/** Screen readers hear a live region only when it changes after the page was read. */
function announceCount(): void {
  const count = document.querySelector<HTMLElement>(".woocommerce-result-count");
  if (!count) return;
  const words = count.innerHTML;
  count.setAttribute("aria-hidden", "true");
  setTimeout(() => {
    count.setAttribute("aria-hidden", "false");
    count.innerHTML = "";
    count.innerHTML = words;
  }, announceAfter);
}
