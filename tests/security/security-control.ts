/** A control of the security floor: where it is in the code, what is left without it, and the test that must then fail. */

export interface SecurityControl {
  /** Threat, and what the control does. */
  readonly says: string;
  readonly file: string;
  /** The code that occurs in the file once, and its replacement without the control. */
  readonly control: string;
  readonly without: string;
  readonly testFile: string;
  /** A part of the test's title, as its file has it. */
  readonly test: string;
}

/** Where most of them are. */
export const SERVER = 'apps/server/src';
