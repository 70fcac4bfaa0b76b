/** Seconds for which the browser counts as having the style sheets; a missing one costs a round trip. */
const lifetime = 30 * 24 * 60 * 60;

/**
 * After a first visit, whose page contains its style sheets and font, loads them into the browser's cache and names the first,
 * which all pages have, in a cookie: further pages of this release link to them. Waits for the page's own pictures.
 */
export function cacheStyles(): void {
  const named = document.querySelectorAll<HTMLElement>("style[data-href], [data-font], [data-sheet]");
  const hrefs = [...new Set(Array.from(named, ({ dataset: { href, font, sheet } }) => href ?? font ?? sheet ?? ""))];
  if (!document.querySelector("style[data-href]")) return;
  if (document.readyState === "complete") void load(hrefs);
  else addEventListener("load", () => void load(hrefs), { once: true });
}

/** Ms between the starts of two requests. All at once would take the browser as long as starting the client, and delay input. */
const gapMs = 4;

/** Adds the styles for paper. Without a connection the next page contains its styles again. */
async function load(hrefs: readonly string[]): Promise<void> {
  const print = document.querySelector("#print-styles");
  print?.insertAdjacentHTML("afterend", print.textContent);
  const loaded = await Promise.allSettled(
    hrefs.map(async (href, place) => {
      await new Promise((resolve) => setTimeout(resolve, gapMs * (place + 1)));
      return (await fetch(href, { priority: "low" })).text();
    }),
  );
  if (loaded.some(({ status }) => status === "rejected")) return;
  document.cookie = `chowk_styles=${hrefs[0]}; path=/; max-age=${lifetime}; SameSite=Lax`;
}
