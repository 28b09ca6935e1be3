/** A line, or a value in it, that the protocol does not allow; the message is what the client is told. */
export class LineError extends Error {
  override readonly name = 'LineError';
}
