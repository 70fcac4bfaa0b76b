import { report } from "./report.ts";

const places = ".woocommerce-input-wrapper:has(span.description)";
const events = ["focusin", "mouseover"];

/** What a field means slides in when it is entered or pointed at; what does it comes when that first happens. */
export function startFieldDescriptions(): void {
  const wake = ({ target }: Event) => {
    if (!(target instanceof Element && target.closest(places))) return;
    for (const type of events) removeEventListener(type, wake);
    import("./shown-descriptions.ts").then(({ showDescriptions }) => showDescriptions(places), report);
  };
  for (const type of events) addEventListener(type, wake);
}
