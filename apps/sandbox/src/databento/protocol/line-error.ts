/** A line, or a value in it, that the protocol does not allow; the message is sent to the client. */
export class LineError extends Error {
  override readonly name = 'LineError';
}
