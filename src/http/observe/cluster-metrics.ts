import cluster from "node:cluster";
import { AggregatorRegistry, type Registry } from "prom-client";

/** Message between a serving process and the primary: a request for everyone's metrics, or the response. */
interface MetricsMessage {
  type: "chowk:metrics";
  id: number;
  /** The metrics; undefined in a request, or if collecting them failed. */
  text?: string | undefined;
}

/** In the primary process: collects the metrics of all serving processes on request. */
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

/** In a serving process: reports its metrics on request. @returns a function that requests those of all processes. */
export function joinMetricsOfAll(registry: Registry): () => Promise<string> {
  // Constructed for its side effect: it answers requests for this process's metrics.
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
        text === undefined ? reject(new Error("The metrics of all processes could not be collected")) : resolve(text),
      );
      process.send?.({ type: "chowk:metrics", id } satisfies MetricsMessage);
    });
}

function isMetricsMessage(message: unknown): message is MetricsMessage {
  return typeof message === "object" && message !== null && Reflect.get(message, "type") === "chowk:metrics";
}
