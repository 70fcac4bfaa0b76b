/** The part of autocannon that the bench uses; the package has no types of its own. */
declare module "autocannon" {
  interface Client {
    setHeaders(headers: Record<string, string>): void;
  }

  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    method?: "GET" | "POST";
    headers?: Record<string, string>;
    body?: string;
    setupClient?: (client: Client) => void;
    /** Says whether the body of an answer is right. */
    verifyBody?: (body: string) => boolean;
  }

  interface Result {
    requests: { total: number };
    /** Ms. */
    latency: { p50: number; p99: number };
    /** Seconds. */
    duration: number;
    /** Answers with another status than 2xx. */
    non2xx: number;
    errors: number;
    timeouts: number;
    /** Answers whose body was not right. */
    mismatches: number;
  }

  export default function autocannon(options: Options): Promise<Result>;
}
