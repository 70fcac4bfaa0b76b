const places = ".woocommerce-input-wrapper:has(span.description)";

/** What a field means slides in when it is entered, and out at Escape, at a click elsewhere and with the next field. */
export function startFieldDescriptions(): void {
  if (!document.querySelector(places)) return;
  const enter = ({ target }: Event) => {
    const place = target instanceof Element ? target.closest(places) : null;
    const isControl = target instanceof Element && target.matches("input, select, textarea");
    for (const other of document.querySelectorAll(`${places}.is-described`))
      if (other !== place) other.classList.remove("is-described");
    if (isControl) place?.classList.add("is-described");
  };
  document.addEventListener("focusin", enter);
  document.addEventListener("click", enter);
  document.addEventListener("keydown", ({ key, target }) => {
    if (key === "Escape" && target instanceof Element) target.closest(places)?.classList.remove("is-described");
  });
}
