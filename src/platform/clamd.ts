import { once } from "node:events";
import { connect, type NetConnectOpts, type Socket } from "node:net";

/** How long (ms) the scanner may be silent. */
const idleTimeoutMs = 30_000;

/** clamd's own default of the longest answer is far below. */
const maxAnswer = 4096;

/**
 * Scans a file by clamd's INSTREAM command. @param address "tcp://127.0.0.1:3310" or "unix:/run/clamav/clamd.ctl"
 * @returns the name of what was found; undefined if the file is clean. @throws Error if clamd cannot be reached or cannot
 * scan the file, such as one above its size limit
 */
export async function scanByClamd(address: string, content: AsyncIterable<Uint8Array>): Promise<string | undefined> {
  const socket = connect(placeOf(address));
  socket.setTimeout(idleTimeoutMs, () => socket.destroy(new Error("clamd does not answer")));
  const answer = answerOf(socket);
  // Awaited below; a connection lost while sending must not be an unhandled rejection.
  answer.catch(() => {});
  try {
    await once(socket, "connect");
    await send(socket, Buffer.from("zINSTREAM\0"));
    for await (const chunk of content) {
      // clamd answers early if the file is above its limit; it then reads no further.
      if (socket.readableEnded || chunk.byteLength === 0) continue;
      const head = Buffer.alloc(4);
      head.writeUInt32BE(chunk.byteLength);
      await send(socket, Buffer.concat([head, chunk]));
    }
    await send(socket, Buffer.alloc(4));
    return foundIn(await answer);
  } finally {
    socket.destroy();
  }
}

function placeOf(address: string): NetConnectOpts {
  const [, host, port] = /^tcp:\/\/(.+):(\d+)$/.exec(address) ?? [];
  return host === undefined ? { path: address.replace(/^unix:/, "") } : { host, port: Number(port) };
}

function send(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString("latin1");
      if (text.includes("\0") || text.length > maxAnswer) resolve(text.split("\0", 1)[0] ?? "");
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("clamd closed the connection without an answer")));
  });
}

function foundIn(answer: string): string | undefined {
  if (/^stream: OK$/.test(answer)) return undefined;
  const [, name] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
  if (name === undefined) throw new Error(`clamd could not scan the file: ${answer.slice(0, 200)}`);
  return name;
}
