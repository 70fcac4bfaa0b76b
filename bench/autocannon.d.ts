/** Types for the part of autocannon that the bench uses; the package ships none. */
declare module "autocannon" {
  interface Client {
    setHeaders(headers: Record<string, string>): void;
  }

  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration?: number;
    /** Requests, instead of `duration`. */
    amount?: number;
    /** Requests per second of all connections together. */
    overallRate?: number;
    method?: "GET" | "POST";
    headers?: Record<string, string>;
    body?: string;
    setupClient?: (client: Client) => void;
    /** Instead of `method`, `headers` and `body`: `setupRequest` returns each request before it is sent. */
    requests?: { method: "GET" | "POST"; path: string; setupRequest: (request: object) => object }[];
    /** Returns whether a response body is correct. */
    verifyBody?: (body: string) => boolean;
  }

  interface Result {
    requests: { total: number };
    /** Ms. */
    latency: { p50: number; p99: number };
    /** Seconds. */
    duration: number;
    /** Responses with status 2xx. */
    "2xx": number;
    /** Responses with a status other than 2xx. */
    non2xx: number;
    errors: number;
    timeouts: number;
    /** Responses with an incorrect body. */
    mismatches: number;
  }

  export default function autocannon(options: Options): Promise<Result>;
}
