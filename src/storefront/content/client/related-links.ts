import { closest } from "../../client/closest.ts";

/** The names that a followed related link brings; scripts may repeat them. */
const tracked = /^relatedposts_(?:hit|origin|position)$/;

/**
 * Marks a related link when it is followed, so that the shop counts the click, and removes the marks from the address of the page
 * to which it led. Source: wire notes 15.1.
 */
export function startRelatedLinks(): void {
  removeMarks();
  for (const name of ["click", "auxclick"])
    document.addEventListener(name, (event) => {
      const link = closest<HTMLAnchorElement>(event, "a.jp-relatedposts-post-a");
      if (link) mark(link);
    });
}

function mark(link: HTMLAnchorElement): void {
  const { origin = "", position = "" } = link.dataset;
  const url = new URL(link.href);
  if (url.searchParams.has("relatedposts_hit")) return;
  url.searchParams.set("relatedposts_hit", "1");
  url.searchParams.set("relatedposts_origin", origin);
  url.searchParams.set("relatedposts_position", position);
  link.href = url.href;
}

function removeMarks(): void {
  const url = new URL(window.location.href);
  const names = [...url.searchParams.keys()].filter((name) => tracked.test(name));
  if (names.length === 0) return;
  for (const name of names) url.searchParams.delete(name);
  history.replaceState(history.state, "", url);
}
