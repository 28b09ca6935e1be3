/** A file that cannot be imported as a whole, with its apparent kind and what to export instead. */

export const REFUSAL_CODES = [
  'EMPTY',
  'TOO_LARGE',
  'TOO_MANY_ROWS',
  'TOO_MANY_COLUMNS',
  'NOT_ACCEPTED',
  'DAMAGED',
  'NOT_TRADES',
  'UNKNOWN_LAYOUT',
  'COLUMNS_MISSING',
] as const;
export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** Thrown by reading and importing; `message` is shown to the user: what was found, what was expected, what to do. */
export class ImportRefusal extends Error {
  override readonly name = 'ImportRefusal';
  readonly code: RefusalCode;

  constructor(code: RefusalCode, message: string) {
    super(message);
    this.code = code;
  }
}
