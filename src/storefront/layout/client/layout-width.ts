import { dispatch } from "../../client/events.ts";
import { parameters } from "../../client/parameters.ts";

/** Ms without another resize after which the new width counts. */
const rest = 50;

/** What the window's new width is told by, on the document: once, however many steps led to it. Source: wire notes 11.2. */
export const layoutWidthChanged = "astLayoutWidthChanged";

/** Whether the header is that of a phone: up to 921 px, where the page says no other width. Source: wire notes 11.4. */
export function isNarrow(): boolean {
  return document.documentElement.clientWidth <= (Number(parameters("astra")?.break_point) || 921);
}

function nameLayout(): void {
  document.body.classList.toggle("ast-header-break-point", isNarrow());
  document.body.classList.toggle("ast-desktop", !isNarrow());
}

/** Watches the width alone: a phone's bars, which come and go, change the height. */
export function startLayoutWidth(): void {
  let width = window.innerWidth;
  nameLayout();
  let timer = 0;
  window.addEventListener("resize", () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (window.innerWidth === width) return;
      width = window.innerWidth;
      nameLayout();
      dispatch(document, layoutWidthChanged);
    }, rest);
  });
}
