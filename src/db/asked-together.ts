/** How many batches are under way at once: one that is slow does not hold up everybody. */
const mostUnderWay = 2;

/** How many questions one batch takes. */
const mostTogether = 50;

interface Waiting<Question, Answer> {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Questions of one kind, several in one statement when they come faster than they are answered: nobody waits to be joined by
 * others, and most of what a short statement costs is getting it there and back.
 */
export class AskedTogether<Question, Answer> {
  readonly #answer: (questions: readonly Question[]) => Promise<readonly Answer[]>;
  readonly #isOfOne: (error: unknown) => boolean;
  readonly #waiting: Waiting<Question, Answer>[] = [];
  #underWay = 0;

  /**
   * @param answer answers questions, each in the place of its question; all of them, or none.
   * @param isOfOne whether it failed for what one of them asks: then each is asked alone.
   */
  constructor(
    answer: (questions: readonly Question[]) => Promise<readonly Answer[]>,
    isOfOne: (error: unknown) => boolean = () => false,
  ) {
    this.#answer = answer;
    this.#isOfOne = isOfOne;
  }

  /** @throws what the statement that carried the question threw. */
  ask(question: Question): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ question, resolve, reject });
      this.#go();
    });
  }

  #go(): void {
    while (this.#underWay < mostUnderWay && this.#waiting.length > 0) void this.#send();
  }

  async #send(): Promise<void> {
    this.#underWay += 1;
    await this.#carry(this.#waiting.splice(0, mostTogether));
    this.#underWay -= 1;
    this.#go();
  }

  async #carry(sent: readonly Waiting<Question, Answer>[]): Promise<void> {
    try {
      const answers = await this.#answer(sent.map(({ question }) => question));
      for (const [place, { resolve }] of sent.entries()) resolve(answers[place] as Answer);
    } catch (error) {
      if (sent.length > 1 && this.#isOfOne(error)) for (const one of sent) await this.#carry([one]);
      else for (const { reject } of sent) reject(error);
    }
  }
}
