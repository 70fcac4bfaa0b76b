// Requests a page until it contains a text, and tells when that response had arrived. In its own process: the parent is busy with an
// import, so it would notice later. The parent sends { url, text, deadline }; it gets { at } or { failure }.
import { Agent, get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

const agent = new Agent({ keepAlive: true });
/** Ms between two requests: without a pause, they would take the processor time that the change needs. */
const pauseMs = 2;
const headers = { "accept-encoding": "identity" };

process.on("disconnect", () => process.exit());
process.on("message", ({ url, text, deadline }) => {
  untilShown(url, text, deadline).then(
    (at) => process.send({ at }),
    (error) => process.send({ failure: String(error) }),
  );
});

/** Times are in ms since 1970. */
async function untilShown(url, text, deadline) {
  while (Date.now() < deadline) {
    const body = await read(url);
    const at = Date.now();
    if (body.includes(text)) return at;
    await delay(pauseMs);
  }
  throw new Error(`${url} does not show "${text}"`);
}

function read(url) {
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`));
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => resolve(Buffer.concat(chunks).toString()));
    });
    request.on("error", reject);
  });
}
