import { type AddressInfo, createServer, type Server } from "node:net";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openPool } from "#db/database.ts";
import { openMailer } from "#platform/mailer.ts";
import { openLocalFolder } from "#platform/storage/local-folder.ts";
import { openS3 } from "#platform/storage/s3.ts";
import { selfSigned } from "./self-signed.ts";

/** What the server has read over connections whose client accepted its certificate. */
const received: string[] = [];
let tls: Server;
let database: Server;
let port = 0;
let databasePort = 0;

/** Starts a server whose certificate nobody vouches for, and one that asks for TLS as PostgreSQL does and leads to it. */
beforeAll(async () => {
  const note = (socket: TLSSocket) => socket.on("data", (data) => received.push(data.toString("latin1")));
  tls = createTlsServer(selfSigned(), note).on("tlsClientError", () => {});
  database = createServer((socket) => {
    socket
      .on("error", () => {})
      .once("data", () => {
        socket.write("S");
        tls.emit("connection", socket);
      });
  });
  port = await listen(tls);
  databasePort = await listen(database);
});
afterAll(() => {
  tls.close();
  database.close();
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

test("a mail server, a storage and a database with a false certificate get no password and no data", async () => {
  const mailer = openMailer({ smtpUrl: `smtps://user:secret@127.0.0.1:${port}`, files: openLocalFolder("") });
  const mail = { from: "a@example.com", to: "b@example.com", subject: "s", html: "h", text: "t", messageId: "1@x" };
  await expect(mailer.send(mail)).rejects.toThrow(/self.signed/i);
  mailer.close();

  const storage = openS3({
    bucket: "shop",
    region: "auto",
    endpoint: `https://127.0.0.1:${port}`,
    credentials: { accessKey: "key", secretKey: "secret" },
    prefix: "",
    timeouts: { retries: 0 },
  });
  await expect(storage.put("a.txt", Buffer.from("hello"))).rejects.toThrow(/self.signed/i);

  const pool = openPool(
    { connectionString: `postgres://user:secret@127.0.0.1:${databasePort}/shop?sslmode=verify-full` },
    1,
  );
  await expect(pool.query("select 1")).rejects.toThrow(/self.signed/i);
  await pool.end();
  expect(received).toEqual([]);
});
