import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** Reads one line without echoing it, or the first line of piped input. */
export function readSecret(question: string): Promise<string> {
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const isTyped = process.stdin.isTTY;
  if (isTyped) process.stderr.write(question);
  const lines = createInterface({ input: process.stdin, output: silent, terminal: isTyped });
  return new Promise((resolve) => {
    let line = "";
    lines.once("line", (text) => {
      line = text;
      lines.close();
    });
    lines.once("close", () => {
      if (isTyped) process.stderr.write("\n");
      process.stdin.pause();
      resolve(line);
    });
  });
}
