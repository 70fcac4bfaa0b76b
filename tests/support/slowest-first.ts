import { BaseSequencer, type TestSequencerConstructor, type TestSpecification } from "vitest/node";

/** Runs the files with these path endings first, in this order, so that no worker is left with a long one at the end. */
export function slowestFirst(endings: readonly string[]): TestSequencerConstructor {
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const first = endings.flatMap((ending) => files.filter((file) => file.moduleId.endsWith(ending)));
      return [...first, ...(await super.sort(files.filter((file) => !first.includes(file))))];
    }
  };
}
