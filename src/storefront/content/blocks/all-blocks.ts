import type { BlockName, FormBlockName } from "#shop/content/blocks/block-kinds.ts";
import type { BlockType } from "./block.ts";
import { carouselBlock } from "./carousel-block.tsx";
import { downloadsBlock } from "./downloads-block.tsx";
import { newsletterBlock } from "./newsletter-block.tsx";
import { captionBlock, galleryBlock } from "./picture-blocks.tsx";
import { planBlock, pricingTableBlock } from "./pricing-table.tsx";
import { addToCartBlock, gridBlocks, productBlock } from "./product-blocks.tsx";
import { quizAnswerBlock, quizBlock, quizQuestionBlock, quizResultBlock } from "./quiz-block.tsx";
import { audioBlock, embedBlock, videoBlock } from "./video-blocks.tsx";

/** All blocks other than forms, which show more than the page's data. */
export const blockTypes: { [Name in Exclude<BlockName, FormBlockName>]: BlockType<Name> } = {
  ...gridBlocks,
  product: productBlock,
  add_to_cart: addToCartBlock,
  video: videoBlock,
  embed: embedBlock,
  audio: audioBlock,
  gallery: galleryBlock,
  caption: captionBlock,
  carousel: carouselBlock,
  newsletter: newsletterBlock,
  pricing_table: pricingTableBlock,
  plan: planBlock,
  quiz: quizBlock,
  quiz_question: quizQuestionBlock,
  quiz_answer: quizAnswerBlock,
  quiz_result: quizResultBlock,
  downloads: downloadsBlock,
  // The page shows them below its text.
  "jetpack-related-posts": { Block: () => null },
};
