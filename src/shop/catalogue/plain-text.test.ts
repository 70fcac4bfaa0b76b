import { expect, test } from "vitest";
import { plainText } from "./plain-text.ts";

test("tags are removed, blocks separate words, entities are decoded once", () => {
  expect(plainText("<p>Zinc &amp; <b>vit</b>amin\u00a0C</p><p>5 &lt; 6<br>&amp;lt;</p>")).toBe(
    "Zinc & vitamin C 5 < 6 &lt;",
  );
});
