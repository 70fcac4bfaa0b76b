import { CallFailure, type CartAnswer, isTimeout, postCartCall } from "./cart-requests.ts";

const retryDelayMs = 600;

/** A call that added to the cart: the hash of the cart it led to, when (ms since the epoch), its fields with the idempotency key. */
export type Addition = [hash: string, at: number, fields: Record<string, string>];

/** Runs the page's changes of the cart one at a time, in the order in which they were requested. */
export class CartQueue {
  #last: Promise<unknown> = Promise.resolve();
  #version = 0;
  /** The page's last addition. The shop confirms it before it is on the disk, so it may have to be repeated. */
  declare lastAddition?: Addition;

  /** Changes when a change of the cart is requested and when it ends. */
  get version(): number {
    return this.#version;
  }

  /** Resolves when every change requested so far has succeeded or failed. */
  get settled(): Promise<unknown> {
    return this.#last;
  }

  /** Runs `work` after every change requested before it. */
  run<T>(work: () => Promise<T>): Promise<T> {
    this.#version += 1;
    const call = this.#last.then(work).finally(() => {
      this.#version += 1;
    });
    this.#last = call.catch(() => undefined);
    return call;
  }

  /** Sends a cart call in turn. @returns and @throws as `postCartCall` */
  send(endpoint: string, fields: Record<string, string>): Promise<CartAnswer | null> {
    return this.run(() => postCartCall(endpoint, fields));
  }

  /**
   * As `send`, for calls with an idempotency key: sends once more after a network or server failure, but not when offline,
   * after a timeout or after a refusal (status 4xx).
   */
  sendWithRetry(endpoint: string, fields: Record<string, string>): Promise<CartAnswer | null> {
    return this.run(() =>
      postCartCall(endpoint, fields).catch(async (error: unknown) => {
        const isRefused = error instanceof CallFailure && error.status < 500;
        if (!navigator.onLine || isTimeout(error) || isRefused) throw error;
        await new Promise((resolve) => setTimeout(resolve, retryDelayMs));
        return postCartCall(endpoint, fields);
      }),
    );
  }
}
