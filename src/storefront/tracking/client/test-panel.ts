import { networks } from "#shop/tracking/networks/networks.rules.ts";
import type { Outcome, Report } from "./dispatcher.ts";

/** Why a network was not told, or that it was. Staff see it in English only, next to the networks' own words. */
const outcomes: Readonly<Record<Outcome, string>> = {
  sent: "sent",
  waiting: "no consent",
  off: "switched off",
  unknown: "has no such event",
  unconfigured: "not configured",
  repeated: "sent before",
};

/**
 * Opens the panel that shows staff every event in test mode, the newest at the end.
 * @returns adds an event
 */
export function openTestPanel(): (report: Report) => void {
  const panel = document.createElement("details");
  panel.className = "tracking-test";
  panel.style.cssText =
    "position: fixed; inset-block-end: 0; inset-inline-start: 0; z-index: 1000; max-inline-size: min(100%, 40rem); " +
    "max-block-size: 50vh; overflow: auto; padding: 0.5rem 1rem; border: 1px solid; background: Canvas; color: CanvasText";
  const [summary, list] = [document.createElement("summary"), document.createElement("ol")];
  summary.textContent = "Tracking test";
  panel.append(summary, list);
  document.body.append(panel);
  return (report) => {
    const line = document.createElement("li");
    line.textContent = lineOf(report);
    list.append(line);
    summary.textContent = `Tracking test: ${list.children.length}`;
  };
}

function lineOf({ fact, network, event, outcome }: Report): string {
  const reason = outcome === "waiting" ? `${outcomes.waiting} to ${networks[network].consent}` : outcomes[outcome];
  const told = event ? `: ${event.name} ${JSON.stringify(event.payload)}` : "";
  return `${fact.kind} → ${network}: ${reason}${told}`;
}
