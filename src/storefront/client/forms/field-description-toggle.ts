/**
 * Shows a field's description below the field while it has focus, and as an overlay while it is only hovered, so that nothing
 * moves under the pointer. Hides it on Escape, on a click elsewhere, when another field gets focus, and when the pointer leaves.
 */
export function toggleDescriptions(fieldSelector: string): void {
  const fieldOf = (target: EventTarget | null) => (target instanceof Element ? target.closest(fieldSelector) : null);
  const closeOthers = (kept: Element | null) => {
    for (const field of document.querySelectorAll(`${fieldSelector}.is-described`))
      if (field !== kept) field.classList.remove("is-described");
  };
  const showBelow = (field: Element) => {
    field.classList.remove("is-pointed-at");
    field.classList.add("is-described");
  };
  const showOverlay = (field: Element) => {
    if (!field.matches(".is-described")) field.classList.add("is-pointed-at", "is-described");
  };
  // Closing moves the content below. During a press the click would then miss its target.
  let isPressed = false;
  const onPress = ({ type }: Event) => {
    isPressed = type === "pointerdown";
  };
  for (const type of ["pointerdown", "pointerup", "pointercancel"]) addEventListener(type, onPress, true);
  const onChoose = ({ target }: Event) => {
    const field = fieldOf(target);
    if (!isPressed) closeOthers(field);
    if (field && (target as Element).matches("input, select, textarea")) showBelow(field);
  };
  document.addEventListener("focusin", onChoose);
  document.addEventListener("click", onChoose);
  document.addEventListener("mouseover", ({ target, relatedTarget }) => {
    const field = fieldOf(target);
    if (field && field !== fieldOf(relatedTarget)) showOverlay(field);
  });
  document.addEventListener("mouseout", ({ target, relatedTarget }) => {
    const field = fieldOf(target);
    // "is-pointed-at" stays, so that the overlay slides out in place.
    if (field?.matches(".is-pointed-at") && field !== fieldOf(relatedTarget)) field.classList.remove("is-described");
  });
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape") closeOthers(null);
  });
  for (const field of document.querySelectorAll(fieldSelector)) {
    if (field.matches(":focus-within")) showBelow(field);
    if (field.matches(":hover")) showOverlay(field);
  }
}
