import { intercept } from "../../client/intercept.ts";
import { scrollPage } from "./scroll-page.ts";

const backToTopAfterPx = 100;
const backToTopMs = 300;

/**
 * Updates what depends on the scroll position: two links to the top and the reading progress. Not widgets: they have no state
 * and share one listener of the page.
 */
export function startScrolling(): void {
  const updates = [topButton(), backToTop(), readingProgress()].filter((update) => update !== undefined);
  const updateAll = () => {
    for (const update of updates) update();
  };
  if (updates.length === 0) return;
  document.addEventListener("scroll", updateAll, { passive: true });
  updateAll();
}

type Update = () => void;

/** Shows the round button after the header's height and 100 px; after 300 px without a header. Hides it where it would cover controls. */
function topButton(): Update | undefined {
  const button = document.querySelector<HTMLElement>("#ast-scroll-top");
  if (!button) return undefined;
  const header = document.querySelector<HTMLElement>("#masthead");
  return () => {
    const after = header?.offsetHeight ? header.offsetHeight + 100 : 300;
    button.style.display = window.scrollY > after ? "block" : "none";
    button.style.visibility = coversControls(button) ? "hidden" : "";
  };
}

/** Looks for controls at 16 points below a button of 48 px. */
function coversControls(button: HTMLElement): boolean {
  const { left, top, width, height } = button.getBoundingClientRect();
  const steps = [0, 1, 2, 3];
  const isControl = (element: Element) =>
    !button.contains(element) && element.matches("a, button, input, select, summary");
  return steps.some((x) =>
    steps.some((y) => document.elementsFromPoint(left + (width * x) / 3, top + (height * y) / 3).some(isControl)),
  );
}

/** Fades in the footer's link after 100 px. It keeps its space, so nothing moves. It scrolls to the top in 300 ms. */
function backToTop(): Update | undefined {
  const link = document.querySelector<HTMLAnchorElement>("a.back-to-top");
  if (!link) return undefined;
  const scroll = async () => {
    // Then as if the link had been followed: the next Tab starts at the top.
    if (await scrollPage(() => 0, backToTopMs)) window.location.replace(link.hash);
  };
  link.addEventListener("click", (event) => intercept(event, () => void scroll()));
  return () => {
    const isShown = window.scrollY > backToTopAfterPx;
    link.style.opacity = isShown ? "1" : "0";
    link.style.visibility = isShown ? "visible" : "hidden";
  };
}

/** Draws the progress bar in browsers without scroll timelines; in others the style sheet does. */
function readingProgress(): Update | undefined {
  const bar = document.querySelector<HTMLElement>(".progress-bar");
  if (!bar || CSS.supports("animation-timeline: scroll()")) return undefined;
  return () => {
    const { scrollHeight, clientHeight } = document.documentElement;
    const scrollable = Math.max(scrollHeight - clientHeight, 1);
    bar.style.setProperty("--read", String(Math.min(window.scrollY / scrollable, 1)));
  };
}
