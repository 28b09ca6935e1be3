/** Where a command writes: data on standard output, everything else on standard error. */

export interface Terminal {
  data(line: string): void;
  /** Progress and remarks. */
  note(line: string): void;
  /** The answer to a question of yes or no; undefined where nobody is there to answer. */
  confirm?(question: string): Promise<boolean | undefined>;
}

/** The command line is wrong: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The input is wrong: exit code 1. */
export class InputError extends Error {
  override readonly name = 'InputError';
}
