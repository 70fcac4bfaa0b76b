import { dispatch } from "../../../client/events.ts";
import { intercept } from "../../../client/intercept.ts";
import { delegate } from "./delegate.ts";
import type { ListChanges } from "./list-changes.ts";
import { findTable } from "./list-form.ts";

/** The width (px) up to which the products are a list. Source: storefront specification 9, mobile_media_query. */
const narrow = "(width <= 768px)";

/** Exchanges table and list if the window is, or gets, narrow or wide, and opens the details of the grid. */
export function startListLayout(changes: ListChanges, signal: AbortSignal): void {
  const query = window.matchMedia(narrow);
  const onChange = () => {
    exchange(changes, query).catch(() => {
      // The style sheet fits the table too.
    });
  };
  query.addEventListener("change", onChange, { signal });
  // The server goes by the kind of device; a desktop's window may be narrow.
  onChange();
  const onPress = (element: HTMLElement, event: Event) =>
    intercept(event, () => toggle(element.closest("[data-row-id]")));
  delegate("click", ".images_grid :is(.product-thumbnail a, .show-details)", onPress, signal);
  delegate("click", ".images_grid .close", (_, event) => intercept(event, closeAll), signal);
  const onOutside = ({ target }: Event) => {
    if (!(target as Element).closest?.(".images_grid .show")) closeAll(false);
  };
  document.addEventListener("click", onOutside, { signal, capture: true });
  delegate("keydown", ".images_grid .show *", (_, { key }) => key === "Escape" && closeAll(), signal);
  document.body.addEventListener("added_to_cart", () => closeAll(false), { signal });
}

function exchange(changes: ListChanges, { matches: isNarrow }: MediaQueryList): Promise<void> {
  return changes.inTurn(async () => {
    const table = findTable();
    if (!table?.matches(".responsive:not(.images_grid)") || table.matches(".mobile") === isNarrow) return;
    const options = { is_mobile: isNarrow ? "yes" : "no" };
    const answer = await changes.show({ action: "load_mobile", fields: {}, options });
    dispatch(document, "yith_wcwl_responsive_template", [!isNarrow, answer.fragments]);
  });
}

function toggle(row: Element | null): void {
  const isShown = row?.classList.contains("show");
  closeAll(false);
  if (!row || isShown) return;
  row.classList.add("show");
  row.querySelector(".show-details")?.setAttribute("aria-expanded", "true");
  row.querySelector<HTMLElement>(".close")?.focus();
}

function closeAll(returnsFocus: unknown = true): void {
  for (const row of document.querySelectorAll(".images_grid .show")) {
    const opener = row.querySelector<HTMLElement>(".show-details");
    row.classList.remove("show");
    opener?.setAttribute("aria-expanded", "false");
    if (returnsFocus !== false) opener?.focus();
  }
}
