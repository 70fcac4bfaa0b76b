import { NewsletterForm } from "../../newsletter/fragments/newsletter-form.tsx";
import type { BlockType } from "./block.ts";

/** `[newsletter]`: the sign-up form. */
export const newsletterBlock: BlockType<"newsletter"> = {
  Block: ({ shown: { data, number } }) => (
    <NewsletterForm shopName={data.facts.settings.shop_name} id={`newsletter-email-${number}`} />
  ),
};
