const typingPause = 300;

let typing: ReturnType<typeof setTimeout> | undefined;

/** Once somebody has stopped typing for a moment. */
export function countSoon(form: HTMLFormElement): void {
  clearTimeout(typing);
  typing = setTimeout(() => void showCount(form), typingPause);
}

let counting: AbortController | undefined;

/** The sheet's button says how many products the choice would leave, as the listing itself says it. */
export async function showCount(form: HTMLFormElement): Promise<void> {
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
export function showNumbers(form: HTMLFormElement, page: Document): void {
  const numbers = new Map([...page.querySelectorAll(".filters .choice")].map((choice) => [nameOf(choice), choice]));
  for (const choice of form.querySelectorAll(".choice")) {
    const number = choice.querySelector(".num");
    if (number) number.textContent = numbers.get(nameOf(choice))?.querySelector(".num")?.textContent ?? "0";
  }
}

export function nameOf(choice: Element): string {
  const input = choice.querySelector("input");
  return `${input?.name} ${input?.value}`;
}
