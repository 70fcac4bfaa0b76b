import { afterLayout } from "../../client/after-layout.ts";
import { dispatch } from "../../client/events.ts";
import { parameters } from "../../client/requests/parameters.ts";

const resizeDelayMs = 50;

/** Event on the document after the window's width changed, once for a series of resizes. Source: wire notes 11.2. */
export const layoutWidthChanged = "astLayoutWidthChanged";

/** Tells whether the header is the one for phones: by default up to 921 px, more with larger text. Source: wire notes 11.4. */
export function isNarrow(): boolean {
  const { documentElement: root } = document;
  const enlarged = Number.parseFloat(getComputedStyle(root).fontSize) / 16;
  return root.clientWidth <= (Number(parameters("astra")?.break_point) || 921) * enlarged;
}

function setLayoutClasses(): void {
  const narrow = isNarrow();
  document.body.classList.toggle("ast-header-break-point", narrow);
  document.body.classList.toggle("ast-desktop", !narrow);
}

/** Sets the layout classes and announces changes of the width. The height changes whenever a phone hides its toolbar. */
export function startLayoutWidth(): void {
  let width = 0;
  let timer = 0;
  afterLayout(() => {
    width = window.innerWidth;
    setLayoutClasses();
  });
  window.addEventListener("resize", () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      if (width === 0 || window.innerWidth === width) return;
      width = window.innerWidth;
      setLayoutClasses();
      dispatch(document, layoutWidthChanged);
    }, resizeDelayMs);
  });
}
