import { Type } from "typebox";
import { type SettingDefinitions, setting } from "../setting.ts";
import { yesNo } from "./setting-schemas.ts";

/** Settings of reviews and questions. */
export const reviewSettings = {
  review_rating_required: setting(yesNo, "yes", "Whether a review needs a rating."),
  review_moderation: setting(
    Type.Union([Type.Literal("first"), Type.Literal("all"), Type.Literal("none")]),
    "first",
    "Which reviews wait for approval: the first one of each author and those with pictures or several links, all, or only doubtful ones (none).",
  ),
  review_verified_only: setting(yesNo, "no", "yes: only signed-in customers who bought the product can review it."),
  review_needs_contact: setting(yesNo, "yes", "Whether guests must give a name and an email address with a review."),
  review_needs_account: setting(yesNo, "no", "yes: only signed-in customers can write reviews, questions and answers."),
  review_pictures: setting(Type.Integer({ minimum: 0, maximum: 10 }), 4, "Pictures that a review can have; 0: none."),
  product_questions: setting(yesNo, "yes", "Whether shoppers can ask questions on product pages."),
} as const satisfies SettingDefinitions;
