import { expect, test } from "vitest";
import { parseCheckoutAnswer } from "./checkout-order.ts";

const answer = { result: "success", redirect: "https://shop.example/", order_id: 7 };

test.each([
  JSON.stringify(answer),
  `<b>Warning</b> {x}\n${JSON.stringify(answer)}`,
  `${JSON.stringify(answer)}<!-- cached -->`,
])("parses an answer surrounded by other text: %s", (text) => {
  expect(parseCheckoutAnswer(text)).toEqual(answer);
});

test.each(["", "-1", "null", "<html></html>", '{"result'])("throws without an answer: %j", (text) => {
  const parse = () => parseCheckoutAnswer(text);
  expect(parse).toThrow(Error);
});
