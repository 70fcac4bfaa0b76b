import { expect, test } from "vitest";
import { readCheckoutAnswer } from "./checkout-answer.ts";

const answer = { result: "success", redirect: "https://shop.example/", order_id: 7 };

test.each([
  JSON.stringify(answer),
  `<b>Warning</b> {x}\n${JSON.stringify(answer)}`,
  `${JSON.stringify(answer)}<!-- cached -->`,
])("an answer with something around it is read: %s", (text) => {
  expect(readCheckoutAnswer(text)).toEqual(answer);
});

test.each(["", "-1", "null", "<html></html>", '{"result'])("what is no answer is told so: %j", (text) => {
  const read = () => readCheckoutAnswer(text);
  expect(read).toThrow(Error);
});
