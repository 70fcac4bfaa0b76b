import { ReviewSummary } from "../reviews/fragments/review-summary.tsx";
import type { Voice } from "./home-content.ts";

/** Renders one full review next to the overall rating. */
export function CustomerVoice({ voice }: { voice: Voice }) {
  return (
    <section className="section later">
      <div className="wrap voice">
        <figure>
          <blockquote>{voice.quote}</blockquote>
          <figcaption>{voice.from}</figcaption>
        </figure>
        <ReviewSummary summary={voice.summary} />
      </div>
    </section>
  );
}
