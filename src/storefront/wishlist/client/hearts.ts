import { clientRoutes } from "#routes";
import { closest } from "../../client/closest.ts";
import { dispatch, listen } from "../../client/events.ts";
import { intercept } from "../../client/intercept.ts";
import { startUnlessLeft } from "../../client/other-scripts.ts";
import { fetchFile } from "../../client/requests/fetch-file.ts";
import { parameters } from "../../client/requests/parameters.ts";
import { fetchVisitorState, hasNotices } from "../../notices/client/pending-notices.ts";
import { showNotices } from "../../visitor-state/client/visitor-state.ts";
import { followVariations } from "./follow-variations.ts";
import { findHeart, showHeartNote, wishLabel } from "./heart-note.ts";
import { heartSelector, paintHearts, showWishCount } from "./paint-hearts.ts";
import { changeWishes, copyKey, isOutdated, isWished, keepWishes, readWishes, wishState } from "./wish-copy.ts";

/** Starts the hearts of products. The number in the header follows the original script's changes too. */
export function startHearts(): void {
  showWishCount();
  void renewWishes();
  for (const name of ["added_to_wishlist", "removed_from_wishlist"]) listen(document.body, name, showWishCount);
  startUnlessLeft("wishlist", new AbortController().signal, (signal) => new Hearts(signal));
}

/** Renews the copy of a visitor's wishes if it is outdated, and shows the notices that come with the answer. */
async function renewWishes(): Promise<void> {
  if (wishState().version === "" || (!hasNotices() && !isOutdated())) return;
  const state = await fetchVisitorState();
  if (!state) return;
  keepWishes(state.wishes);
  paintHearts();
  showNotices(state.notices);
}

/** Shows and stores a press at once, and loads the code that sends it. */
class Hearts {
  #sending: Promise<unknown> = Promise.resolve();

  constructor(signal: AbortSignal) {
    document.addEventListener("click", (event) => this.#onClick(event), { signal });
    document.addEventListener("keydown", onSpace, { signal });
    window.addEventListener("storage", ({ key }) => key === copyKey && paintHearts(), { signal });
    window.addEventListener("online", () => this.#send(), { signal });
    listen(document, "yith_wcwl_reload_fragments", ([search]) => this.#reload(search), signal);
    followVariations((changed) => {
      paintHearts();
      if (wishState().version) this.#reload({ within: changed });
    }, signal);
    paintHearts();
    if (Object.keys(readWishes().unsent).length > 0) this.#send();
    dispatch(document, "yith_wcwl_init");
  }

  #onClick(event: Event): void {
    const heart = closest(event, heartSelector);
    if (heart && !event.defaultPrevented) intercept(event, () => this.#press(heart));
  }

  #press(heart: HTMLElement): void {
    const id = heart.dataset.productId ?? "";
    const { has_several: hasSeveral, after_add: afterAdd } = parameters("yith_wcwl_l10n") ?? {};
    const isExisting = isWished(readWishes(), id);
    if (isExisting && afterAdd === "view") return window.location.assign(clientRoutes.wishlist());
    const isOn = isExisting && afterAdd !== "add";
    if (!isOn) dispatch(document.body, "adding_to_wishlist", [heart]);
    if (!navigator.cookieEnabled) return showHeartNote(heart, wishLabel("cookie_disabled"));
    if (!isOn && hasSeveral) return this.#queue(() => chooseList(heart));
    changeWishes(({ unsent }) => (unsent[id] = isOn ? 0 : 1));
    paintHearts();
    this.#send(id);
  }

  /** Sends the wishes, one call after the other. Offline they wait. @param id the product that was pressed */
  #send(id = ""): void {
    this.#queue(async () => {
      if (navigator.onLine) return (await loadCode()).sendWishes();
      if (id) showHeartNote(findHeart(id), wishLabel("offline"));
    });
  }

  #reload(search: unknown): void {
    this.#queue(async () => (await loadCode()).reloadFragments(search));
  }

  #queue(call: () => Promise<unknown>): void {
    this.#sending = this.#sending.then(call).catch(reportError);
  }
}

/** Opens the dialog with the visitor's lists, or says that it could not be loaded. */
async function chooseList(heart: HTMLElement): Promise<void> {
  try {
    await (await loadCode()).chooseList(heart);
  } catch {
    showHeartNote(heart, wishLabel("not_saved"));
  }
}

/** Chromium would not try a failed import again. */
async function loadCode(): Promise<typeof import("./send-wishes.ts")> {
  const load = () => import("./send-wishes.ts");
  await fetchFile(load);
  return load();
}

/** A button reacts to the space bar too. */
function onSpace(event: KeyboardEvent): void {
  const heart = event.key === " " && closest(event, heartSelector);
  if (heart && heart.role === "button") intercept(event, () => heart.click());
}
