import { closest } from "../../client/closest.ts";
import { hasModifier } from "../../client/intercept.ts";

const container = ".wp-block-jetpack-subscriptions__container";

/**
 * Opens the hosted page in a dialog when its form is sent or its link followed, unless another script has done so. Without the
 * dialog's code the browser loads that page.
 */
export function startSubscribing(): void {
  window.addEventListener("submit", (event) => {
    const form = closest<HTMLFormElement>(event, `${container} form[data-blog]`);
    if (!form || event.defaultPrevented) return;
    const typed = new URLSearchParams(new FormData(form, event.submitter) as unknown as Record<string, string>);
    open(event, form, "jetpack_subscribe", `${form.getAttribute("action")}?${typed}`);
  });
  window.addEventListener("click", (event) => {
    const link = closest<HTMLAnchorElement>(event, ".newsletter-retrieve");
    const form = link?.closest(container)?.querySelector<HTMLFormElement>("form[data-blog]");
    if (!link || !form || event.defaultPrevented || hasModifier(event)) return;
    if (form.reportValidity()) open(event, form, "jetpack_retrieve_subscriptions", link.href);
    else event.preventDefault();
  });
}

function open(event: Event, form: HTMLFormElement, source: string, page: string): void {
  event.preventDefault();
  import("./subscribe-dialog.ts").then(
    (part) => part.openSubscribeDialog(form, source),
    () => window.location.assign(page),
  );
}
