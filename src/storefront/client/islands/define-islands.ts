import { hasModifier } from "../intercept.ts";
import { startUnlessLeft } from "../other-scripts.ts";
import { fetchFile } from "../requests/fetch-file.ts";
import { defineWidget } from "../widget.ts";
import type { IslandDefinition, IslandLoaders, PageState } from "./island.ts";

const touches = ["pointerdown", "focusin", "keydown", "input", "change", "click", "submit"] as const;

/**
 * Defines `<shop-island>`, which loads React and the component when it is first touched. Without it, or when loading fails,
 * the server's HTML works as without scripts.
 */
export function defineIslands(islands: IslandLoaders, page: PageState): void {
  defineWidget("shop-island", (element, removed) => {
    const loadIsland = islands[element.dataset.island ?? ""];
    if (!loadIsland) return;
    const start = (signal: AbortSignal) =>
      wakeOnTouch(element, signal, async () => {
        const loadReact = () => import("./hydrate-island.tsx");
        await Promise.all([loadReact, loadIsland].map(fetchFile));
        const [{ hydrateIsland }, island] = await Promise.all([loadReact(), loadIsland()]);
        await hydrateIsland({ element, island, page, signal });
      });
    const widget = element.dataset.widget as IslandDefinition<never>["widget"];
    if (widget) startUnlessLeft(widget, removed, start);
    else start(removed);
  });
}

/** Holds clicks and submissions while `wake` runs, and repeats them after it. Tries again at the next touch if it rejects. */
function wakeOnTouch(element: HTMLElement, signal: AbortSignal, wake: () => Promise<void>): void {
  const held: Event[] = [];
  const listening = new AbortController();
  let waking: Promise<void> | undefined;
  const release = async () => {
    listening.abort();
    // One at a time: the component renders between two events.
    for (const event of held) await repeat(event);
  };
  const onFailure = async (error: unknown) => {
    reportError(error);
    await release();
    if (!signal.aborted) wakeOnTouch(element, signal, wake);
  };
  const onTouch = (event: Event) => {
    waking ??= wake().then(release, onFailure);
    if (!needsComponent(event)) return;
    event.preventDefault();
    event.stopPropagation();
    held.push(event);
  };
  for (const name of touches) element.addEventListener(name, onTouch, { capture: true, signal: listening.signal });
  signal.addEventListener("abort", () => listening.abort());
}

/** Tells whether an event must wait. Fields change at once: hydration keeps their values. */
function needsComponent(event: Event): boolean {
  if (event.type !== "click") return event.type === "submit";
  return !hasModifier(event) && !(event.target as Element).closest("label, input, textarea, select");
}

async function repeat(event: Event): Promise<void> {
  if (event instanceof SubmitEvent) (event.target as HTMLFormElement).requestSubmit(event.submitter);
  else event.target?.dispatchEvent(new MouseEvent("click", event));
}
