import { createServer, type Server } from "node:net";
import { onTestFinished } from "vitest";

/** Starts a strict clamd on loopback: it reads INSTREAM to its end and finds "EICAR". Anything else breaks the connection. */
export async function openClamd({ maxBytes = 1_000_000 } = {}): Promise<string> {
  const server: Server = createServer((socket) => {
    let given = Buffer.alloc(0);
    socket.on("error", () => {});
    socket.on("data", (chunk) => {
      given = Buffer.concat([given, chunk]);
      const answer = answerTo(given, maxBytes);
      if (answer === null) socket.destroy();
      else if (answer !== undefined) socket.end(`${answer}\0`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return `tcp://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
}

/** Returns null for a broken command; undefined while it is unfinished. */
function answerTo(given: Buffer, maxBytes: number): string | null | undefined {
  const command = "zINSTREAM\0";
  if (given.length < command.length) return undefined;
  if (given.subarray(0, command.length).toString() !== command) return null;
  const content: Buffer[] = [];
  for (let at = command.length; at + 4 <= given.length; ) {
    const length = given.readUInt32BE(at);
    const end = at + 4 + length;
    if (length === 0) return end !== given.length ? null : found(Buffer.concat(content).toString());
    if (end > given.length) return undefined;
    content.push(given.subarray(at + 4, end));
    if (content.reduce((sum, { length: bytes }) => sum + bytes, 0) > maxBytes)
      return "INSTREAM size limit exceeded. ERROR";
    at = end;
  }
  return undefined;
}

function found(text: string): string {
  return text.includes("EICAR") ? "stream: Eicar-Signature FOUND" : "stream: OK";
}
