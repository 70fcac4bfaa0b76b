import { defineWidget } from "../../client/widget.ts";

/** Defines `<shop-coming-soon>`, the managers' banner. Its button loads the code that dismisses it. */
export function defineComingSoon(): void {
  defineWidget("shop-coming-soon", (element, signal) => {
    const link = element.querySelector("a");
    const onPress = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key !== " ") return;
      event.preventDefault();
      import("./dismiss-banner.ts").then((part) => part.dismissBanner(element), reportError);
    };
    for (const type of ["click", "keydown"]) link?.addEventListener(type, onPress, { signal });
  });
}
