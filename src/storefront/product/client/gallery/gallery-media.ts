import { closest } from "../../../client/closest.ts";
import { defineWidget } from "../../../client/widget.ts";
import { defineVideo } from "./define-video.ts";

/**
 * Defines `<shop-video>` and `<shop-spin>`, the slides of a gallery that are no pictures. Their code is loaded on the pages that
 * have them. They work in the original script's gallery too, whose own handlers do not see the clicks on them.
 */
export function defineGalleryMedia(): void {
  defineVideo("shop-video");
  defineWidget("shop-spin", (element, signal) => {
    const waiting = new AbortController();
    const started = import("./spin.ts").then(({ startSpin }) => {
      waiting.abort();
      startSpin(element, signal);
    });
    started.catch(reportError);
    const onEarlyClick = (event: MouseEvent) => {
      const button = closest<HTMLElement>(event, "[data-turn]");
      if (button) started.then(() => button.click()).catch(() => {});
    };
    element.addEventListener("click", onEarlyClick, { signal: waiting.signal });
  });
}
