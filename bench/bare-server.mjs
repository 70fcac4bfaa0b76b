// What the page cache is held against: a bare node:http server in a process of its own. Its parent sends it one answer
// (`headers`: name, value, name, value; `body`: base64); it sends back its port and goes when the parent does.
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
