import { closest } from "../../../client/closest.ts";
import { hasModifier } from "../../../client/intercept.ts";
import { defineWidget } from "../../../client/widget.ts";

/**
 * Defines `<shop-video>` and `<shop-spin>`, the slides of a gallery that are no pictures. Their code is loaded on the pages that
 * have them. They work in the original script's gallery too, whose own handlers do not see the clicks on them.
 */
export function defineGalleryMedia(): void {
  defineWidget("shop-video", (element, signal) => {
    const onClick = (event: MouseEvent) => {
      const link = closest<HTMLAnchorElement>(event, ".media-still");
      if (!link || hasModifier(event)) return;
      event.preventDefault();
      event.stopPropagation();
      import("./video.ts").then(
        ({ playVideo }) => playVideo(element, link, signal),
        () => window.location.assign(link.href),
      );
    };
    element.addEventListener("click", onClick, { signal });
  });
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
