/** A refusal from the catalogue: what a handler throws when the request may not have its answer. */
import { ERRORS, type ErrorCode } from '@undertow/contracts';

export interface Issue {
  readonly path: string;
  readonly message: string;
}

export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly issues: readonly Issue[] | undefined;

  constructor(code: ErrorCode, issues?: readonly Issue[]) {
    super(ERRORS[code].message);
    this.code = code;
    this.status = ERRORS[code].status;
    this.issues = issues;
  }
}
