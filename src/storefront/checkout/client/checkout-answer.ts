/** What the shop answers to an order. */
export interface CheckoutAnswer {
  result?: string;
  /** Where the buyer goes next. */
  redirect?: string;
  /** Markup that says what was refused. */
  messages?: string;
  /** Whether the review is to be asked for anew, which brings a fresh nonce. */
  refresh?: boolean;
  /** Whether the page is to be loaded anew, which says why. */
  reload?: boolean;
}

/** The answer in a text that may have something else around it, such as a server's warning. @throws when there is none */
export function readCheckoutAnswer(text: string): CheckoutAnswer {
  const start = text.indexOf('{"result');
  const end = text.lastIndexOf("}");
  const answer: unknown = JSON.parse(start < 0 || end < start ? text : text.slice(start, end + 1));
  if (typeof answer !== "object" || answer === null) throw new Error("The checkout answered no object");
  return answer;
}
