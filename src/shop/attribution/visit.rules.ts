import { type PageView, type Source, sourceOf } from "./sources.rules.ts";

/** Where and when a source was seen. */
export interface Landing {
  /** The landing page's address. */
  entry: string;
  /** The page of another site that led there; "" for none. */
  referrer: string;
  /** ms since 1970. */
  at: number;
}

/** A browser's record of its visits. Each part may be missing, because each is a cookie of its own. */
export interface Visits {
  /** The source that counts now, and where it was seen. */
  current: Source | null;
  currentLanding: Landing | null;
  /** The first source. */
  first: Source | null;
  firstLanding: Landing | null;
  /** Visits so far; 0: unknown. */
  count: number;
  agent: string;
  /** The visit under way; null if there is none. */
  session: { pages: number; page: string } | null;
}

export const noVisits: Visits = {
  current: null,
  currentLanding: null,
  first: null,
  firstLanding: null,
  count: 0,
  agent: "",
  session: null,
};

/** How long (ms) a visit lasts after its last page view. Source: storefront specification 9. */
export const visitMs = 30 * 60 * 1000;

/**
 * Returns the visits to which the views of a tab are added. The server stores landings without counting visits: they are added
 * again from the tab's views, unless the landing was in another tab.
 */
export function visitsBefore(stored: Visits, views: readonly PageView[]): Visits {
  if (stored.count > 0) return stored;
  return afterViews(noVisits, views, "").current?.type === "typein" ? stored : noVisits;
}

/** Returns the visits after more page views, in order of time. @param agent the browser's user agent */
export function afterViews(before: Visits, views: readonly PageView[], agent: string): Visits {
  return afterEachView(before, views, agent).at(-1) ?? before;
}

/** Returns the visits after each of these page views, which are in order of time. @param agent the browser's user agent */
export function afterEachView(before: Visits, views: readonly PageView[], agent: string): Visits[] {
  const all: Visits[] = [];
  let visits = before;
  let seenAt: number | undefined;
  for (const view of views) {
    if (seenAt !== undefined && view.at - seenAt > visitMs) visits = { ...visits, session: null };
    visits = afterView(visits, view, agent);
    seenAt = view.at;
    all.push(visits);
  }
  return all;
}

function afterView(before: Visits, view: PageView, agent: string): Visits {
  const hasSource = before.current !== null || before.first !== null;
  const source = sourceOf(view, { hasSession: before.session !== null, hasSource });
  const landing = { entry: view.url, referrer: view.referrer, at: view.at };
  const isNewVisit = before.session === null;
  return {
    current: source ?? before.current ?? before.first,
    currentLanding: source || !before.currentLanding ? landing : before.currentLanding,
    first: before.first ?? source ?? before.current,
    firstLanding: before.firstLanding ?? landing,
    count: before.count === 0 ? 1 : before.count + (isNewVisit ? 1 : 0),
    agent,
    session: { pages: (before.session?.pages ?? 0) + 1, page: view.url },
  };
}
