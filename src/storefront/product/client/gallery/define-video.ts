import { closest } from "../../../client/closest.ts";
import { hasModifier } from "../../../client/intercept.ts";
import { defineWidget } from "../../../client/widget.ts";

/** Defines an element whose poster is replaced by its video when it is pressed. */
export function defineVideo(name: "shop-video" | "shop-embed"): void {
  defineWidget(name, (element, signal) => {
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
}
