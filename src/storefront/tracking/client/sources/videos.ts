import { videoMilestones } from "#shop/tracking/facts.rules.ts";
import type { PageFact } from "#shop/tracking/page-tracking.rules.ts";

type Tell = (fact: PageFact) => void;

/** How often (milliseconds) a playing video is looked at. Source: storefront specification 11. */
const pollMs = 1000;

/** What a player says about itself. */
interface Progress {
  isPlaying: boolean;
  /** Seconds. */
  at: number;
  duration: number;
  hasEnded: boolean;
}

const youtube = /^https:\/\/www\.youtube(?:-nocookie)?\.com\/embed\/([\w-]+)/;
const vimeo = /^https:\/\/player\.vimeo\.com\/video\/(\d+)/;

/** Tells how far videos are watched: the shop's own, and those of YouTube and Vimeo once they are in the page. */
export function startVideos(tell: Tell, isDebug: boolean): void {
  const watched = new WeakSet<Element>();
  const watch = (player: HTMLVideoElement | HTMLIFrameElement) => {
    if (watched.has(player)) return;
    watched.add(player);
    const address = player instanceof HTMLVideoElement ? player.currentSrc || sourceOf(player) : player.src;
    if (!address) return isDebug ? console.debug("Video without a source", player) : undefined;
    if (player instanceof HTMLVideoElement) watchOwn(player, new Watcher(tell, player, address));
    else if (youtube.test(address)) watchYoutube(player, new Watcher(tell, player, address));
    else if (vimeo.test(address)) watchVimeo(player, new Watcher(tell, player, address));
  };
  const look = () => {
    for (const player of document.querySelectorAll<HTMLVideoElement | HTMLIFrameElement>("video, iframe"))
      watch(player);
  };
  look();
  // Players replace their posters when they are started.
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}

function sourceOf(player: HTMLVideoElement): string {
  return player.src || (player.querySelector("source")?.src ?? "");
}

/** Compares a video with what was told about it. */
class Watcher {
  readonly #tell: Tell;
  readonly #video: { title: string; url: string; id: string };
  readonly #told = new Set<string | number>();
  #wasPlaying = false;

  constructor(tell: Tell, player: HTMLElement, url: string) {
    this.#tell = tell;
    const id = youtube.exec(url)?.[1] ?? vimeo.exec(url)?.[1] ?? player.id;
    const title = player.title || player.ariaLabel || document.title;
    this.#video = { title, url: url.split("?")[0] ?? url, id };
  }

  see({ isPlaying, at, duration, hasEnded }: Progress): void {
    const video = this.#video;
    const percent = duration > 0 ? Math.min(100, (at / duration) * 100) : 0;
    if (isPlaying) this.#once("play", { kind: "video_play", video });
    if (this.#told.has("play"))
      for (const milestone of videoMilestones)
        if (percent >= milestone) this.#once(milestone, { kind: "video_watch", video, percent: milestone });
    if (hasEnded) this.#once("end", { kind: "video_end", video });
    else if (this.#wasPlaying && !isPlaying) this.#tell({ kind: "video_pause", video, percent: Math.floor(percent) });
    this.#wasPlaying = isPlaying;
  }

  #once(key: string | number, fact: PageFact): void {
    if (!this.#told.has(key)) this.#tell(fact);
    this.#told.add(key);
  }
}

function watchOwn(player: HTMLVideoElement, watcher: Watcher): void {
  const see = () => {
    const { paused, ended, currentTime, duration } = player;
    watcher.see({ isPlaying: !paused && !ended, at: currentTime, duration, hasEnded: ended });
  };
  for (const name of ["play", "pause", "ended"]) player.addEventListener(name, see);
  pollWhile(player, () => {
    if (!player.paused) see();
  });
  see();
}

/** Source: YouTube's player API for iframes, its messages; the address needs enablejsapi=1. */
function watchYoutube(frame: HTMLIFrameElement, watcher: Watcher): void {
  const progress = { isPlaying: false, at: 0, duration: 0, hasEnded: false };
  onMessage(frame, (message: { info?: { playerState?: number; currentTime?: number; duration?: number } | null }) => {
    const { playerState, currentTime, duration } = message.info ?? {};
    progress.at = currentTime ?? progress.at;
    progress.duration = duration ?? progress.duration;
    if (playerState === undefined) return;
    // 3 is buffering.
    progress.isPlaying = playerState === 1 || (playerState === 3 && progress.isPlaying);
    progress.hasEnded = playerState === 0;
    watcher.see(progress);
  });
  const ask = () => post(frame, { event: "listening", id: frame.id, channel: "widget" });
  pollWhile(frame, () => {
    if (progress.duration === 0) ask();
    if (progress.isPlaying) watcher.see(progress);
  });
  frame.addEventListener("load", ask);
}

interface VimeoMessage {
  event?: string;
  method?: string;
  data?: { seconds?: number; duration?: number };
}

/** Source: Vimeo's player, its messages. It may have said that it is ready before this code was there; it answers a ping then. */
function watchVimeo(frame: HTMLIFrameElement, watcher: Watcher): void {
  const progress = { isPlaying: false, at: 0, duration: 0, hasEnded: false };
  let isAsked = false;
  onMessage(frame, ({ event, method, data }: VimeoMessage) => {
    if (!isAsked && (event === "ready" || method === "ping")) {
      isAsked = true;
      for (const value of ["play", "pause", "ended", "timeupdate"]) post(frame, { method: "addEventListener", value });
    }
    progress.at = data?.seconds ?? progress.at;
    progress.duration = data?.duration ?? progress.duration;
    if (event === undefined || !["play", "pause", "ended"].includes(event)) return;
    progress.isPlaying = event === "play";
    progress.hasEnded = event === "ended";
    watcher.see(progress);
  });
  const ask = () => post(frame, { method: "ping" });
  pollWhile(frame, () => {
    if (!isAsked) ask();
    if (progress.isPlaying) watcher.see(progress);
  });
  frame.addEventListener("load", ask);
}

/** Handles the JSON messages of a frame; those of others are not believed. */
function onMessage<Message>(frame: HTMLIFrameElement, handle: (message: Message) => void): void {
  addEventListener("message", ({ source, data }: MessageEvent<unknown>) => {
    if (source !== frame.contentWindow || !frame.isConnected) return;
    const message: unknown = typeof data === "string" && data.startsWith("{") ? JSON.parse(data) : data;
    if (typeof message === "object" && message !== null) handle(message as Message);
  });
}

function post(frame: HTMLIFrameElement, message: object): void {
  frame.contentWindow?.postMessage(JSON.stringify(message), new URL(frame.src).origin);
}

/** Calls `look` every second until the player has left the page. */
function pollWhile(player: Element, look: () => void): void {
  const timer = setInterval(() => (player.isConnected ? look() : clearInterval(timer)), pollMs);
}
