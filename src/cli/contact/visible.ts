/** Removes control and direction characters from a sender's text: they could change what the terminal shows. */
export function visible(text: string): string {
  return text.replace(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, "");
}
