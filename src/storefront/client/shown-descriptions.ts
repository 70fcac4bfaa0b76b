/**
 * Shows what a field means: below it while it is entered, and over what follows while it is only pointed at, so that nothing
 * moves under the pointer. It goes at Escape, at a click elsewhere, with the next field, and when the pointer has left both
 * field and text.
 */
export function showDescriptions(places: string): void {
  const placeOf = (target: EventTarget | null) => (target instanceof Element ? target.closest(places) : null);
  const closeAllBut = (kept: Element | null) => {
    for (const place of document.querySelectorAll(`${places}.is-described`))
      if (place !== kept) place.classList.remove("is-described");
  };
  const enter = (place: Element) => {
    place.classList.remove("is-pointed-at");
    place.classList.add("is-described");
  };
  const pointAt = (place: Element) => {
    if (!place.matches(".is-described")) place.classList.add("is-pointed-at", "is-described");
  };
  // What closes moves what stands below it: not while that is pressed, or the press would miss it.
  let isPressed = false;
  const press = ({ type }: Event) => {
    isPressed = type === "pointerdown";
  };
  for (const type of ["pointerdown", "pointerup", "pointercancel"]) addEventListener(type, press, true);
  const choose = ({ target }: Event) => {
    const place = placeOf(target);
    if (!isPressed) closeAllBut(place);
    if (place && (target as Element).matches("input, select, textarea")) enter(place);
  };
  document.addEventListener("focusin", choose);
  document.addEventListener("click", choose);
  document.addEventListener("mouseover", ({ target, relatedTarget }) => {
    const place = placeOf(target);
    if (place && place !== placeOf(relatedTarget)) pointAt(place);
  });
  document.addEventListener("mouseout", ({ target, relatedTarget }) => {
    const place = placeOf(target);
    // What is entered keeps its text; "is-pointed-at" stays, so that it slides out where it is.
    if (place?.matches(".is-pointed-at") && place !== placeOf(relatedTarget)) place.classList.remove("is-described");
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") closeAllBut(null);
  });
  for (const place of document.querySelectorAll(places)) {
    if (place.matches(":focus-within")) enter(place);
    if (place.matches(":hover")) pointAt(place);
  }
}
