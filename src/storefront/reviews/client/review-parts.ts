import { whenOthersStarted } from "../../client/other-scripts.ts";
import { startAll } from "../../client/start-all.ts";
import { startReplies } from "./replies.ts";
import { startReviewForms } from "./review-forms.ts";
import { showStars } from "./star-links.ts";
import { startVotes } from "./votes.ts";

/** Starts what reviews and their forms do in the browser. Other scripts may show the stars too. */
export function startReviewParts(): void {
  // The forms first: the stars show the rating of a draft.
  startAll([startReviewForms, () => whenOthersStarted(showStars), startReplies, startVotes]);
}
