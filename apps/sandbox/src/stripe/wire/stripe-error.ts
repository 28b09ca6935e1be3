/** A refusal in the shape of Stripe's errors; the SDK makes its own error classes of it. */

export type StripeErrorType = 'invalid_request_error' | 'card_error' | 'api_error' | 'idempotency_error';

export interface StripeErrorFacts {
  readonly status: number;
  readonly type: StripeErrorType;
  readonly code?: string;
  readonly declineCode?: string;
  readonly param?: string;
  /** Further keys of the body, for example the intent that failed. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

export class StripeError extends Error {
  override readonly name = 'StripeError';
  readonly facts: StripeErrorFacts;

  constructor(message: string, facts: StripeErrorFacts) {
    super(message);
    this.facts = facts;
  }

  /** The body of the response. */
  body(): Record<string, unknown> {
    const { type, code, declineCode, param, extra } = this.facts;
    return {
      error: {
        ...(code === undefined ? {} : { code, doc_url: `https://stripe.com/docs/error-codes/${code}` }),
        ...(declineCode === undefined ? {} : { decline_code: declineCode }),
        message: this.message,
        ...(param === undefined ? {} : { param }),
        ...extra,
        type,
      },
    };
  }
}

export function invalid(message: string, param?: string, code?: string): StripeError {
  return new StripeError(message, {
    status: 400,
    type: 'invalid_request_error',
    ...(code === undefined ? {} : { code }),
    ...(param === undefined ? {} : { param }),
  });
}

/** `missing('customer', 'cus_1')`: the id names nothing. A wrong id in a body returns 400, in a path 404. */
export function missing(kind: string, id: string, param = 'id'): StripeError {
  return new StripeError(`No such ${kind.replaceAll('_', ' ')}: '${id}'`, {
    status: param === 'id' ? 404 : 400,
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
  });
}

export function unauthorized(message: string): StripeError {
  return new StripeError(message, { status: 401, type: 'invalid_request_error' });
}
