/** A function whose code is loaded when it is first needed. */
export class LatePart<Args extends readonly unknown[]> {
  readonly #import: () => Promise<(...args: Args) => void>;
  #kept: Args[] = [];
  #loading: Promise<void> | undefined;
  #run: ((...args: Args) => void) | undefined;

  /** @param load returns the function */
  constructor(load: () => Promise<(...args: Args) => void>) {
    this.#import = load;
  }

  get isLoaded(): boolean {
    return this.#run !== undefined;
  }

  /** Calls the function, at once if its code is here; otherwise in the same order as soon as something loads it. */
  call(...args: Args): void {
    if (this.#run) this.#run(...args);
    else this.#kept.push(args);
  }

  /** Loads the code. It resolves when all kept calls were made. What cannot be loaded does nothing. */
  load(): Promise<void> {
    this.#loading ??= this.#start();
    return this.#loading;
  }

  async #start(): Promise<void> {
    this.#run = await this.#import().catch((error: unknown) => {
      reportError(error);
      return () => {};
    });
    for (const args of this.#kept.splice(0)) this.#run(...args);
  }
}
