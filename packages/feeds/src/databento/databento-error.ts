/** How a session with the gateway can fail, and whether trying again can help. */
import { ERROR_CODES } from '#dbn/files/message-codes.ts';

/** Why a session failed. */
export const DATABENTO_FAULTS = [
  'key_refused',
  'key_deactivated',
  'connection_limit',
  'invalid_subscription',
  'gateway_error',
  'replay_aged_out',
  /** No connection, or it was closed. */
  'gateway_down',
  /** Nothing came, not even a heartbeat. */
  'silent',
  /** A snapshot was not sent, or not to its end. */
  'no_snapshot',
  'unsupported_version',
  'protocol',
] as const;
export type DatabentoFault = (typeof DATABENTO_FAULTS)[number];

/** Whether the next attempt comes soon, after a long wait, or only when somebody did something. */
export type SessionRetry = 'soon' | 'late' | 'never';

const RETRIES: Readonly<Record<DatabentoFault, SessionRetry>> = {
  key_refused: 'never',
  key_deactivated: 'never',
  // Sessions of the team that are gone count on for a while
  connection_limit: 'late',
  invalid_subscription: 'never',
  gateway_error: 'soon',
  replay_aged_out: 'soon',
  gateway_down: 'soon',
  silent: 'soon',
  no_snapshot: 'soon',
  unsupported_version: 'late',
  protocol: 'soon',
};

/** A failure of the gateway or of the way to it. Its message never contains the key. */
export class DatabentoError extends Error {
  override readonly name = 'DatabentoError';
  readonly fault: DatabentoFault;

  constructor(fault: DatabentoFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }

  get retry(): SessionRetry {
    return RETRIES[this.fault];
  }
}

/** Fatal codes of error records (reference, section 7). */
const FATAL_CODES: ReadonlyMap<number, DatabentoFault> = new Map([
  [ERROR_CODES.authFailed, 'key_refused'],
  [ERROR_CODES.keyDeactivated, 'key_deactivated'],
  [ERROR_CODES.connectionLimit, 'connection_limit'],
  [ERROR_CODES.invalidSubscription, 'invalid_subscription'],
  [ERROR_CODES.internal, 'gateway_error'],
  [ERROR_CODES.replayAgedOut, 'replay_aged_out'],
]);

/** What an error record means for the session; null where the session continues. */
export function faultOfCode(code: number | null): DatabentoFault | null {
  return code === null ? null : (FATAL_CODES.get(code) ?? null);
}

/** What the refusal of a handshake means: it has words only. */
export function faultOfRefusal(text: string): DatabentoFault {
  if (/limit|too many/i.test(text)) return 'connection_limit';
  if (/deactivat/i.test(text)) return 'key_deactivated';
  return 'key_refused';
}

/** The error as one of the gateway; what nobody foresaw is something that could not be read. */
export function asDatabentoError(error: unknown): DatabentoError {
  if (error instanceof DatabentoError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  const isVersion = reason.includes('DBN version');
  return new DatabentoError(isVersion ? 'unsupported_version' : 'protocol', `cannot read it: ${reason}`, {
    cause: error,
  });
}
