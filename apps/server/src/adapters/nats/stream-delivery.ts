/** What the server states about a message that it delivers, in the subject of its reply. */

export interface Delivery {
  /** Position in the stream. */
  readonly sequence: number;
  /** Position among the deliveries of its consumer, from 1. */
  readonly ordinal: number;
  readonly storedMs: number;
  /** Messages of the stream that follow. */
  readonly pending: number;
}

const NANOS_PER_MS = 1e6;
/** `$JS.ACK.stream.consumer.deliveries.sequence.ordinal.nanoseconds.pending`; later servers insert domain and account. */
const SHORT_TOKENS = 9;
const INSERTED_TOKENS = 2;

/** Null where it is no message of a stream. */
export function readDelivery(reply: string | undefined): Delivery | null {
  const tokens = (reply ?? '').split('.');
  if (tokens[0] !== '$JS' || tokens[1] !== 'ACK' || tokens.length < SHORT_TOKENS) return null;
  const at = tokens.length === SHORT_TOKENS ? 0 : INSERTED_TOKENS;
  const [sequence, ordinal, nanoseconds, pending] = tokens.slice(at + 5).map(Number);
  if (sequence === undefined || ordinal === undefined || nanoseconds === undefined || pending === undefined) {
    return null;
  }
  return { sequence, ordinal, storedMs: Math.floor(nanoseconds / NANOS_PER_MS), pending };
}
