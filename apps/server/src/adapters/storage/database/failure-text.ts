/** The text of an error that is stored for administrators. */
const MAX_FAILURE_LENGTH = 500;

/** The innermost message, which is the database's own: the outer ones repeat the statement with its values. */
export function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if (error.cause instanceof Error) return failureOf(error.cause);
  return error.message.replaceAll('\u0000', '').slice(0, MAX_FAILURE_LENGTH);
}
