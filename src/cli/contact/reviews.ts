import { formatCount } from "#platform/format-count.ts";
import { StartError } from "#platform/start-error.ts";
import { answerReview } from "#shop/reviews/moderation/answer-review.ts";
import { getReview, type ListedReview, listReviews } from "#shop/reviews/moderation/listed-reviews.ts";
import { eraseReview, eraseReviewsOf, setReviewStatus } from "#shop/reviews/moderation/moderate-reviews.ts";
import type { ReviewKind, ReviewStatus } from "#shop/reviews/review.ts";
import { listPrivatePictures } from "#shop/reviews/review-pictures.ts";
import { getSettings } from "#shop/settings/settings.ts";
import { type CommandContext, type DatabaseCommand, type GivenOptions, unknownWord } from "../command.ts";
import { formatMinute } from "../format.ts";
import { visible } from "./visible.ts";

type ReviewsContext = Pick<CommandContext, "db" | "print" | "clock" | "config" | "signatures">;

/** How long (s) a link to a picture works. */
const linkSeconds = 24 * 60 * 60;

const statuses = ["held", "approved", "spam", "trash"] as const satisfies readonly ReviewStatus[];
const kinds = ["review", "question", "comment"] as const satisfies readonly ReviewKind[];

/** Words that give reviews a status, and what is printed. */
const decisions = {
  approve: ["approved", "is approved"],
  hold: ["held", "waits for approval"],
  spam: ["spam", "is spam"],
} as const;

/** `reviews list|show|approve|hold|spam|answer|delete`. */
export const reviewsCommand: DatabaseCommand<ReviewsContext> = {
  name: "reviews",
  usage: "reviews <what> [review] [more...]",
  summary:
    "reviews, questions and replies: list, show ID, approve ID…, hold ID…, spam ID…, answer ID TEXT, delete ID… or EMAIL",
  options: [
    { flags: "--status <status>", meaning: `list only these: ${statuses.join(", ")}` },
    { flags: "--kind <kind>", meaning: `list only these: ${kinds.join(", ")}` },
    { flags: "--product <id>", meaning: "list only those of this product" },
    { flags: "--limit <n>", meaning: "how many to list; default 50" },
  ],
  needs: "migrated database",
  async run(context, [what = "", ...names], options) {
    switch (what) {
      case "list":
        return list(context, options);
      case "show":
        return show(context, idOf(names[0]));
      case "approve":
      case "hold":
      case "spam":
        return decide(context, what, names);
      case "answer":
        return answer(context, names);
      case "delete":
        return remove(context, names);
      default:
        throw unknownWord("reviews", what, [
          "list",
          "show ID",
          "approve ID",
          "hold ID",
          "spam ID",
          "answer ID TEXT",
          "delete ID or EMAIL",
        ]);
    }
  },
};

function idOf(text = ""): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new StartError(`"${text}" is not the number of a review.`);
  return Number(text);
}

async function list({ db, print }: ReviewsContext, options: GivenOptions): Promise<void> {
  const { limit = "50", product } = options;
  if (!/^[1-9]\d{0,4}$/.test(String(limit))) throw new StartError(`"${limit}" is not a number of reviews.`);
  const found = await listReviews(db, {
    status: oneOf(statuses, options.status),
    kind: oneOf(kinds, options.kind),
    productId: product === undefined ? undefined : idOf(String(product)),
    limit: Number(limit),
  });
  if (found.length === 0) print("There are no such reviews.");
  for (const review of found) print(lineOf(review));
}

function oneOf<Word extends string>(words: readonly Word[], given: string | true | undefined): Word | undefined {
  if (given === undefined) return undefined;
  const found = words.find((word) => word === given);
  if (!found) throw new StartError(`"${given}" is none of ${words.join(", ")}.`);
  return found;
}

function lineOf({ id, createdAt, status, kind, parentId, rating, subject, authorName, body, ...more }: ListedReview) {
  const what = parentId === null ? kind : `reply to ${parentId}`;
  const stars = rating === null ? "" : formatCount(rating, "star");
  const pictures = more.pictureCount === 0 ? "" : formatCount(more.pictureCount, "picture");
  const text = body.length > 60 ? `${body.slice(0, 60)}…` : body;
  const parts = [String(id), formatMinute(createdAt), status, what, stars, pictures, subject, authorName, text];
  return parts.filter(Boolean).map(oneLine).join("  ");
}

async function show({ db, print, clock, config, signatures }: ReviewsContext, id: number): Promise<void> {
  const review = await getReview(db, id);
  print(lineOf({ ...review, body: "" }));
  print(`Email: ${visible(review.authorEmail) || "none"}${review.isVerified ? " (verified buyer)" : ""}`);
  if (review.spamReasons.length > 0)
    print(`Signs of spam: ${review.spamReasons.join(", ")} (score ${review.spamScore})`);
  print(visible(review.body));
  const expires = Math.floor(clock.now().getTime() / 1000) + linkSeconds;
  for (const picture of await listPrivatePictures(db, id)) {
    const signature = (await signatures()).sign("review picture", picture.id, expires);
    const path = `/chowk/review-pictures/${picture.id}?expires=${expires}&signature=${signature}`;
    print(`Picture, for a day: ${config.siteUrl ?? ""}${path}`);
  }
}

async function decide({ db, print }: ReviewsContext, what: keyof typeof decisions, names: string[]): Promise<void> {
  const [status, said] = decisions[what];
  for (const id of names.length > 0 ? names.map(idOf) : [idOf()]) {
    await setReviewStatus(db, id, status);
    print(`Review ${id} ${said}.`);
  }
}

async function answer({ db, print, clock }: ReviewsContext, [name, ...words]: string[]): Promise<void> {
  const id = idOf(name);
  const text = words.join(" ").trim();
  if (text === "") throw new StartError('Say what to answer: npm run shop -- reviews answer ID "Thank you!"');
  const { shop_name: author } = await getSettings(db);
  const written = await answerReview(db, id, { author, text }, clock.now());
  print(`Answer ${written} to review ${id} is published.`);
}

async function remove({ db, print }: ReviewsContext, names: string[]): Promise<void> {
  for (const name of names.length > 0 ? names : [""]) {
    if (name.includes("@")) print(`${formatCount(await eraseReviewsOf(db, name), "review")} by ${name} deleted.`);
    else {
      await eraseReview(db, idOf(name));
      print(`Review ${name} is deleted.`);
    }
  }
}

function oneLine(text: string): string {
  return visible(text).replace(/\s+/g, " ");
}
