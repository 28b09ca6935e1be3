/** What a user reads about any error: its own `readable` text where it has one. */
export function readableError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'readable' in error && typeof error.readable === 'string' ? error.readable : error.message;
}
