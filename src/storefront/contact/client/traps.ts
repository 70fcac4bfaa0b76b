/** Records how people use forms with a trap for programs, from the first focus on. */
export function startTraps(): void {
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
