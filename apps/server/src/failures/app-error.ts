/** A refusal of the error catalogue: thrown by a handler when the request is not allowed or not valid. */
import { ERRORS, type ErrorCode, MAX_ISSUES } from '@undertow/contracts';

/** Longest path and message of an issue: both may quote the request. */
const ISSUE_LETTERS = 200;

export interface Issue {
  readonly path: string;
  readonly message: string;
}

function shortened(text: string): string {
  return text.length > ISSUE_LETTERS ? `${text.slice(0, ISSUE_LETTERS).toWellFormed()}…` : text;
}

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  /** At most `MAX_ISSUES` of `issueCount`. */
  readonly issues: readonly Issue[] | undefined;
  readonly issueCount: number;

  constructor(
    code: ErrorCode,
    issues?: readonly Issue[],
    issueCount = issues?.length ?? 0,
    message: string = ERRORS[code].message,
  ) {
    super(message);
    this.code = code;
    this.status = ERRORS[code].status;
    this.issues = issues?.slice(0, MAX_ISSUES).map(({ path, message }) => ({
      path: shortened(path),
      message: shortened(message),
    }));
    this.issueCount = issueCount;
  }
}

/** A call that came too soon, with the time after which it is accepted again. */
export class TooSoon extends AppError {
  readonly retryAfterSeconds: number;

  constructor(code: ErrorCode, retryAfterMs: number) {
    super(code);
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterMs / 1000));
  }
}

/** What the licence of a venue does not allow, in the sentence of its terms. */
export class LicenceWithheld extends AppError {
  constructor(because: string) {
    super('LICENCE_WITHHELD', undefined, 0, because);
  }
}
