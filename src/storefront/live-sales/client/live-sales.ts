import { handlerOf } from "../../client/other-scripts.ts";
import { parameters } from "../../client/requests/parameters.ts";
import { Countdown } from "./countdown.ts";
import { closingMs, type LiveSale, type PopupTexts, SalePopup } from "./sale-popup.ts";
import { isDismissed, noteShown, shownCount } from "./sales-memory.ts";
import styles from "./styles.css?inline";

/** Part of the address of the original script; on its pages the pop-ups are left to it. */
const originalScript = 'script[src*="live-sales-notification"]';

type Settings = NonNullable<ReturnType<typeof parameters<"pi_notification_runner_setting">>>;

/**
 * Shows recent sales one after the other. They wait while the pointer or the focus is on one, while the tab is hidden, and while
 * the shopper has paused them. Source: storefront specification 5 and 9, "Live sales notifications"; wire notes 13.
 * @param place where they are added; its texts are in `data-texts`
 */
export async function startLiveSales(place: HTMLElement): Promise<void> {
  const settings = parameters("pi_notification_runner_setting");
  if (!settings || isDismissed() || isLeft()) return;
  if (settings.mobile === "" && matchMedia("(max-width: 767px)").matches) return;
  if (isCapReached(settings)) return;
  const due = new Countdown(Number(settings.first_popup) - performance.now());
  const sales = await fetchSales(settings);
  if (sales.length === 0) return;
  adoptStyles();
  await showSales(place, sales, settings, due);
}

function isLeft(): boolean {
  const handler = handlerOf("sales");
  return handler === "scripts" || (handler === "auto" && document.querySelector(originalScript) !== null);
}

async function fetchSales({ wc_ajax_url }: Settings): Promise<LiveSale[]> {
  const address = wc_ajax_url.replace("%%endpoint%%", "pisol_live_orders");
  const answer = await fetch(address, { method: "POST", body: new URLSearchParams({ action: "pisol_live_orders" }) });
  return answer.ok ? shuffled((await answer.json()) as LiveSale[]) : [];
}

async function showSales(place: HTMLElement, sales: readonly LiveSale[], settings: Settings, first: Countdown) {
  const texts = JSON.parse(place.dataset.texts ?? "{}") as PopupTexts;
  const shownMs = Number(settings.how_long_to_show);
  const restMs = Number(settings.interval_between_popup);
  await first.ends;
  do {
    for (const sale of sales) {
      if (isCapReached(settings)) return;
      const popup = new SalePopup(sale, texts, shownMs, settings.link_in_tab !== "");
      place.append(popup.element);
      noteShown();
      if ((await popup.closes) === "never") return;
      await new Countdown(Math.max(restMs, closingMs)).ends;
    }
    // At the end of the list the protocol's script has one turn without a pop-up.
    await new Countdown(shownMs + restMs).ends;
  } while (settings.loop !== "");
}

function isCapReached({ max_notification_count }: Settings): boolean {
  const most = Number(max_notification_count);
  if (most === 0 || shownCount() < most) return false;
  console.log("Max Sales Notification Count Reached");
  return true;
}

/** The style sheet is part of the code, so that it does not load after it. */
function adoptStyles(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styles);
  document.adoptedStyleSheets.push(sheet);
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: Math.random() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);
}
