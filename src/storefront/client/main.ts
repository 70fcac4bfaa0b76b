import { startCartButtons } from "./cart-buttons.ts";
import { startCartDrawer } from "./cart-drawer.ts";
import { startCartFragments } from "./cart-fragments.ts";
import { startHeader } from "./header.ts";
import { startIslands } from "./islands.ts";
import { startNotices } from "./notices.ts";
import { startVisitorState } from "./visitor-state.ts";

// A shop that runs the field's original scripts turns ours off: two clients on one page would answer every click twice.
if (document.documentElement.dataset.chowkClient !== "off") {
  startHeader();
  startCartButtons();
  startCartDrawer();
  startCartFragments();
  startVisitorState();
  startNotices();
}
startIslands();
