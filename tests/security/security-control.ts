/** A control of the security floor: where it stands in the code, what is left without it, and the test that must then fail. */

export interface SecurityControl {
  /** Threat, and what the control does. */
  readonly says: string;
  readonly file: string;
  /** The words that stand in the file once, and those that leave the control out. */
  readonly control: string;
  readonly without: string;
  readonly testFile: string;
  /** A part of the test's title, as its file has it. */
  readonly test: string;
}

/** Where most of them stand. */
export const SERVER = 'apps/server/src';
