import cluster from "node:cluster";
import { AggregatorRegistry, type Registry } from "prom-client";

/** Between a serving process and the one that started it: the figures of all, asked for and given. */
interface MetricsMessage {
  type: "chowk:metrics";
  id: number;
  /** The figures; undefined in the question, and when they could not be gathered. */
  text?: string | undefined;
}

/** In the process that starts the serving ones: gathers their figures when one of them asks. */
export function answerMetricsOfAll(): void {
  const gathered = new AggregatorRegistry();
  cluster.on("message", (worker, message: unknown) => {
    if (!isMetricsMessage(message)) return;
    const { type, id } = message;
    void gathered.clusterMetrics().then(
      (text) => worker.send({ type, id, text }),
      () => worker.send({ type, id }),
    );
  });
}

/** In a serving process: gives its figures when they are gathered. @returns what asks for the figures of all. */
export function joinMetricsOfAll(registry: Registry): () => Promise<string> {
  // Made for what it does on the way: it answers when figures are gathered.
  new AggregatorRegistry();
  AggregatorRegistry.setRegistries(registry);
  const waiting = new Map<number, (text: string | undefined) => void>();
  process.on("message", (message: unknown) => {
    if (!isMetricsMessage(message)) return;
    waiting.get(message.id)?.(message.text);
    waiting.delete(message.id);
  });
  let count = 0;
  return () =>
    new Promise((resolve, reject) => {
      const id = (count += 1);
      waiting.set(id, (text) =>
        text === undefined ? reject(new Error("No figures of all processes")) : resolve(text),
      );
      process.send?.({ type: "chowk:metrics", id } satisfies MetricsMessage);
    });
}

function isMetricsMessage(message: unknown): message is MetricsMessage {
  return typeof message === "object" && message !== null && Reflect.get(message, "type") === "chowk:metrics";
}
