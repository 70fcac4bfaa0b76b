const fieldSelector = ".woocommerce-input-wrapper:has(span.description)";
const wakeEvents = ["focusin", "mouseover"] as const;

/** Shows field descriptions on focus and hover. The code is loaded on the first one, which may be before this call. */
export function startFieldDescriptions(): void {
  const wake = ({ target }: Pick<Event, "target">) => {
    if (!(target instanceof Element && target.closest(fieldSelector))) return;
    for (const type of wakeEvents) removeEventListener(type, wake);
    import("./field-description-toggle.ts").then((part) => part.toggleDescriptions(fieldSelector), reportError);
  };
  for (const type of wakeEvents) addEventListener(type, wake);
  wake({ target: document.querySelector(`${fieldSelector}:is(:focus-within, :hover)`) });
}
