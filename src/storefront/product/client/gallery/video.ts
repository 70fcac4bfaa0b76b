import { vimeoPlayer, youtubePlayer } from "./video-players.ts";

/**
 * Plays the video of a `<shop-video>` or `<shop-embed>` in the place of its poster. When a gallery's slide is left, a file is
 * paused, and of a video on another site the poster is shown again. It also comes back, with a message, if a file cannot be loaded.
 * Does nothing if the video plays already: a double click arrives here twice.
 * @param poster the link to the video
 */
export function playVideo(element: HTMLElement, poster: HTMLAnchorElement, signal: AbortSignal): void {
  if (!poster.isConnected) return;
  element.querySelector("[role=alert]")?.remove();
  const { youtube, vimeo, start = "", label = "" } = element.dataset;
  const address = youtube ? youtubeAddress(youtube, start) : vimeo && vimeoAddress(vimeo, start);
  const player = address ? framedPlayer(address, label) : ownPlayer(element);
  if (!player) return window.location.assign(poster.href);
  const playing = new AbortController();
  signal.addEventListener("abort", () => playing.abort(), { signal: playing.signal });
  const showPoster = () => {
    playing.abort();
    const hadFocus = document.activeElement === player;
    player.replaceWith(poster);
    if (hadFocus) poster.focus({ preventScroll: true });
  };
  poster.replaceWith(player);
  player.focus({ preventScroll: true });
  // One in a text goes on while its reader scrolls.
  if (element.closest(".gallery-media"))
    whenLeft(element, () => (player instanceof HTMLVideoElement ? player.pause() : showPoster()), playing.signal);
  if (!(player instanceof HTMLVideoElement)) return;
  const onError = ({ target }: Event) => {
    // Without its captions the video still plays.
    if (target instanceof HTMLTrackElement) return;
    showPoster();
    element.append(failureOf(element));
  };
  // An error of a source is dispatched there and does not bubble.
  player.addEventListener("error", onError, { capture: true, signal: playing.signal });
  // Rejected if it fails or is paused before it starts.
  player.play().catch(() => {});
}

/** Returns the player that the page has for browsers without scripts. */
function ownPlayer(element: HTMLElement): HTMLVideoElement | null {
  const template = document.createElement("template");
  template.innerHTML = element.querySelector("noscript")?.textContent ?? "";
  const player = template.content.querySelector("video");
  if (player) player.tabIndex = 0;
  return player;
}

/** @param start second at which it starts; "": the beginning */
function youtubeAddress(id: string, start: string): string {
  const query = new URLSearchParams({ autoplay: "1", playsinline: "1", rel: "0", hl: document.documentElement.lang });
  if (start) query.set("start", start);
  // The player then says how far it is.
  if ("chowk_tracking" in window) query.set("enablejsapi", "1");
  return `${youtubePlayer}/embed/${encodeURIComponent(id)}?${query}`;
}

/** @param id with the key of an unlisted video after a slash */
function vimeoAddress(id: string, start: string): string {
  const [video = "", key = ""] = id.split("/");
  const query = new URLSearchParams({ autoplay: "1", dnt: "1", ...(key && { h: key }) });
  return `${vimeoPlayer}/video/${encodeURIComponent(video)}?${query}${start && `#t=${start}s`}`;
}

function framedPlayer(address: string, label: string): HTMLIFrameElement {
  const frame = document.createElement("iframe");
  frame.src = address;
  frame.title = label;
  frame.allow = "autoplay; encrypted-media; fullscreen; picture-in-picture";
  // The player refuses pages that do not say where it is embedded.
  frame.referrerPolicy = "strict-origin-when-cross-origin";
  return frame;
}

/** Part of a slide that is visible; neighbours touch, so that one that is left still counts as intersecting. */
const visiblePart = 0.1;

/** Calls `action` whenever the slide is scrolled out of the gallery. */
function whenLeft(element: HTMLElement, action: () => void, signal: AbortSignal): void {
  const root = element.closest(".flex-viewport") ?? element.closest(".gallery-strip");
  const observer = new IntersectionObserver(
    (entries) => {
      if ((entries.at(-1)?.intersectionRatio ?? 1) < visiblePart) action();
    },
    { root, threshold: visiblePart },
  );
  observer.observe(element);
  signal.addEventListener("abort", () => observer.disconnect());
}

function failureOf(element: HTMLElement): HTMLElement {
  const message = document.createElement("p");
  message.role = "alert";
  message.textContent = element.dataset.failed ?? "";
  return message;
}
