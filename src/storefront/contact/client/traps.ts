/** Tells forms with a trap for programs when the page was opened, and records how people use them from the first focus on. */
export function startTraps(): void {
  for (const field of document.querySelectorAll<HTMLInputElement>("[name$=ak_js]"))
    field.value = String(Math.round(performance.timeOrigin));
  const start = (target: EventTarget | null) => {
    if (!(target instanceof Element && target.closest("form:has(.akismet-fields-container)"))) return;
    removeEventListener("focusin", onFocus);
    import("./behaviour.ts").then((part) => part.recordBehaviour(), reportError);
  };
  const onFocus = ({ target }: Event) => start(target);
  addEventListener("focusin", onFocus);
  // The focus that has loaded this code.
  start(document.activeElement);
}
