import type { PageFact } from "#shop/tracking/page-tracking.rules.ts";

/** An entry of `fcaPcEvents`, which the page or another script prints. Source: wire notes 14. */
interface Trigger {
  event: string;
  parameters?: Readonly<Record<string, unknown>>;
  triggerType: "css" | "hover" | "post" | "url";
  /** A selector, page ids or "all", or an address. */
  trigger: string | readonly (string | number)[];
  apiAction?: "track" | "trackCustom";
  /** Seconds. */
  delay?: number | string;
  /** Per cent of the page. */
  scroll?: number | string;
}

interface Post {
  id?: number;
  title?: string;
  type?: string;
  categories?: readonly string[];
}

/** Starts the events that the page defines by selectors, pages and addresses. */
export function startTriggers(tell: (fact: PageFact) => void): void {
  const { fcaPcEvents = [], fcaPcPost = {} } = window as { fcaPcEvents?: readonly Trigger[]; fcaPcPost?: Post };
  for (const trigger of fcaPcEvents) {
    const parameters = filled(trigger.parameters ?? {}, fcaPcPost);
    const isCustom = trigger.apiAction !== "track";
    const send = () => tell({ kind: "custom", name: trigger.event, isCustom, parameters });
    const delayed = () => setTimeout(send, Number(trigger.delay ?? 0) * 1000);
    const { triggerType, trigger: on } = trigger;
    if (triggerType === "css") onEvent("click", String(on), delayed);
    else if (triggerType === "hover") onEvent("mouseover", String(on), delayed);
    else if (isHere(triggerType, on, fcaPcPost)) onceScrolled(Number(trigger.scroll ?? 0), delayed);
  }
}

/** Calls `act` for events in elements of a selector; once for hovering. */
function onEvent(type: "click" | "mouseover", selector: string, act: () => void): void {
  try {
    document.querySelector(selector);
  } catch (error) {
    // It would fail at each event.
    return reportError(error);
  }
  const done = new AbortController();
  const onIt = ({ target }: Event) => {
    if (!(target instanceof Element && target.closest(selector))) return;
    act();
    if (type === "mouseover") done.abort();
  };
  document.addEventListener(type, onIt, { capture: true, signal: done.signal });
}

function isHere(type: "post" | "url", on: Trigger["trigger"], { id, type: postType }: Post): boolean {
  if (type === "url") return window.location.href === on || window.location.pathname === on;
  const pages = [on].flat().map(String);
  return pages.includes("all") || pages.includes(String(id)) || (postType !== undefined && pages.includes(postType));
}

/** Calls `act` once the share of the page that has been scrolled past is reached; at once for 0 and pages that cannot scroll. */
function onceScrolled(percent: number, act: () => void): void {
  const done = new AbortController();
  const look = () => {
    const { scrollHeight, clientHeight } = document.documentElement;
    const hidden = scrollHeight - clientHeight;
    if (hidden > 0 && (window.scrollY / hidden) * 100 < percent) return;
    done.abort();
    act();
  };
  addEventListener("scroll", look, { passive: true, signal: done.signal });
  look();
}

/** Returns the parameters with the page's values in place of {post_id} and others. */
function filled(parameters: Readonly<Record<string, unknown>>, { id, title, type, categories = [] }: Post) {
  const values = { id, title, type, category: categories.join(", ") };
  const fill = (text: string) =>
    text.replace(/\{post_(id|title|type|category)\}/g, (_, name: keyof typeof values) => String(values[name] ?? ""));
  return Object.fromEntries(
    Object.entries(parameters).map(([key, value]) => [key, typeof value === "string" ? fill(value) : value]),
  );
}
