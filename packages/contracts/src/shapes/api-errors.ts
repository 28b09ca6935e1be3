/** The part of the catalogue of errors that is about API keys and requests with them. */

export const API_ERRORS = {
  API_KEY_REFUSED: {
    status: 401,
    message: 'Unauthorized: expected a valid API key that is neither expired nor revoked.',
  },
  API_NOT_IN_PLAN: { status: 403, message: 'Your plan does not include API access.' },
  API_ADDRESS_REFUSED: { status: 403, message: 'This API key may not be used from this address.' },
  API_SCOPE_MISSING: { status: 403, message: 'This API key does not have the required scope.' },
  API_KEY_LIMIT: {
    status: 403,
    message: 'You have as many API keys as can be active. Revoke one first.',
  },
  IDEMPOTENCY_CONFLICT: {
    status: 422,
    message: 'This Idempotency-Key was used for another request.',
  },
  IDEMPOTENCY_UNDER_WAY: {
    status: 409,
    message: 'The first request with this Idempotency-Key has no answer yet, or its outcome is not known.',
  },
} as const;
