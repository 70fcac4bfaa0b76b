import { NewsletterForm } from "../../newsletter/fragments/newsletter-form.tsx";
import type { BlockType } from "./block.ts";

/** `[newsletter]`: the sign-up form. */
export const newsletterBlock: BlockType<"newsletter"> = {
  Block: ({ shown: { data, page, number, isFirst } }) => (
    <NewsletterForm
      settings={data.facts.settings}
      id={`newsletter-email-${number}`}
      postId={page.postId}
      isSecond={!isFirst}
    />
  ),
};
