import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";

/** A mail server on loopback that accepts and counts mails. */
export interface CountingMailServer {
  url: string;
  /** Addresses that got a mail, with how many. */
  received: ReadonlyMap<string, number>;
  close(): void;
}

/** Opens a server that answers as little as SMTP allows, so that it measures the sender and not itself. */
export async function openCountingMailServer(): Promise<CountingMailServer> {
  const received = new Map<string, number>();
  const server = createServer((socket) => serve(socket, received));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, received, close: () => server.close() };
}

function serve(socket: Socket, received: Map<string, number>): void {
  let [rest, recipient, isData] = ["", "", false];
  socket
    .setNoDelay(true)
    .setEncoding("latin1")
    .on("error", () => socket.destroy());
  socket.write("220 bench\r\n");
  socket.on("data", (chunk) => {
    rest += String(chunk);
    for (;;) {
      const mark = isData ? "\r\n.\r\n" : "\r\n";
      const end = rest.indexOf(mark);
      if (end < 0) return;
      const line = rest.slice(0, end);
      rest = rest.slice(end + mark.length);
      if (isData) {
        isData = false;
        received.set(recipient, (received.get(recipient) ?? 0) + 1);
        socket.write("250 ok\r\n");
        continue;
      }
      const command = line.slice(0, 4).toUpperCase();
      if (command === "RCPT") recipient = /<([^>]*)>/.exec(line)?.[1] ?? "";
      isData = command === "DATA";
      if (command === "QUIT") socket.end("221 bye\r\n");
      else socket.write(isData ? "354 go on\r\n" : "250 ok\r\n");
    }
  });
}
