import { type Control, drawnValue, valueOf } from "../../client/form-controls.ts";
import { report } from "../../client/report.ts";
import { shown } from "./shown-listing.ts";

const announceAfter = 2000;

/** Listings: the new count is read out. What the filters and the order do is fetched when somebody reaches for them. */
export function startListing(): void {
  const bar = document.querySelector(".listing-page > .bar");
  if (!bar) return;
  shown.address = addressNow();
  addEventListener("popstate", () => {
    if (addressNow() !== shown.address) window.location.reload();
  });
  let isThere = false;
  let part: ReturnType<typeof fetchControls> | undefined;
  const load = () =>
    (part ??= fetchControls().then((choose) => {
      isThere = true;
      return choose;
    }));
  for (const name of ["pointerover", "focusin"])
    bar.addEventListener(name, () => void load().catch(report), { once: true, passive: true });
  bar.addEventListener("submit", (event) => {
    if (isThere || event.defaultPrevented) return;
    const form = event.target as HTMLFormElement;
    // It is sent, and others hear of it, once what knows how has come; without that as the browser sends it.
    event.preventDefault();
    event.stopPropagation();
    load().then(
      () => form.requestSubmit(),
      (error: unknown) => {
        report(error);
        form.submit();
      },
    );
  });
  const take = (control: Element) => void load().then((choose) => choose(control), report);
  bar.addEventListener("change", ({ target }) => take(target as Element));
  // Chosen before this listened: the browser puts nothing back into these forms.
  const early = [...bar.querySelectorAll<Control>("select, input")].find((one) => valueOf(one) !== drawnValue(one));
  if (early) take(early);
  if (window.location.search !== "") announceCount();
}

async function fetchControls() {
  const { startControls } = await import("./listing-controls.ts");
  return startControls(announceCount);
}

function addressNow(): string {
  return window.location.pathname + window.location.search;
}

/** Screen readers hear a live region only when it changes after the page was read. */
function announceCount(): void {
  const count = document.querySelector<HTMLElement>(".woocommerce-result-count");
  if (!count) return;
  const words = count.innerHTML;
  count.setAttribute("aria-hidden", "true");
  setTimeout(() => {
    count.setAttribute("aria-hidden", "false");
    count.innerHTML = "";
    count.innerHTML = words;
  }, announceAfter);
}
