const backToTopAfter = 100;
const fadeMs = 300;

/** What depends on how far the page is scrolled: two ways back to the top, and how much has been read. */
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

/** The round button: after the header's height and 100 px, or 300 px where there is no header to measure. */
function topButton(): Update | undefined {
  const button = document.querySelector<HTMLElement>("#ast-scroll-top");
  if (!button) return undefined;
  const header = document.querySelector<HTMLElement>("#masthead");
  return () => {
    const after = header?.offsetHeight ? header.offsetHeight + 100 : 300;
    button.style.display = window.scrollY > after ? "block" : "none";
  };
}

/** The link in the footer: after 100 px, fading. It keeps its place, so nothing moves. */
function backToTop(): Update | undefined {
  const link = document.querySelector<HTMLElement>("a.back-to-top");
  if (!link) return undefined;
  link.style.transition = `opacity ${fadeMs}ms, visibility ${fadeMs}ms`;
  return () => {
    const isShown = window.scrollY > backToTopAfter;
    link.style.opacity = isShown ? "1" : "0";
    link.style.visibility = isShown ? "visible" : "hidden";
  };
}

/** For browsers without scroll timelines; the others draw the bar from the style sheet alone. */
function readingProgress(): Update | undefined {
  const bar = document.querySelector<HTMLElement>(".progress-bar");
  if (!bar || CSS.supports("animation-timeline: scroll()")) return undefined;
  return () => {
    const { scrollHeight, clientHeight } = document.documentElement;
    const whole = Math.max(scrollHeight - clientHeight, 1);
    bar.style.setProperty("--read", String(Math.min(window.scrollY / whole, 1)));
  };
}
