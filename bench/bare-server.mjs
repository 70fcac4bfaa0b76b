// The baseline for the page cache: a bare node:http server in its own process. The parent sends the response (`headers`:
// alternating names and values; `body`: base64); the server sends back its port and exits with its parent.
import { createServer } from "node:http";

process.on("disconnect", () => process.exit());
process.once("message", ({ headers, body }) => {
  const bytes = Buffer.from(body, "base64");
  const server = createServer((_, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  });
  server.listen(0, "127.0.0.1", () => process.send(server.address().port));
});
