/** The states of a trading-platform connection in words and tones: the same in settings and sidebar. */
import type { RithmicConnection } from '@undertow/contracts';

export interface ConnectionWords {
  readonly text: string;
  readonly tone: 'plain' | 'ok' | 'warn' | 'bad';
  readonly dot: 'off' | 'ok' | 'warn' | 'bad';
}

const UNKNOWN = 'Your connection status could not be loaded. Retrying automatically.';

const NOT_SET: ConnectionWords = { text: 'Not Set', tone: 'plain', dot: 'off' };
const STATES: Readonly<Record<NonNullable<RithmicConnection['status']>, ConnectionWords>> = {
  connected: { text: 'Connected', tone: 'ok', dot: 'ok' },
  connecting: { text: 'Connecting', tone: 'warn', dot: 'warn' },
  error: { text: 'Error', tone: 'bad', dot: 'bad' },
  disconnected: { text: 'Disconnected', tone: 'plain', dot: 'off' },
};

/**
 * A connection without a state was never set; one that cannot be loaded is an error; null before the first response.
 */
export function connectionWords(
  connection: RithmicConnection | undefined,
  isUnknown: boolean,
): ConnectionWords | null {
  if (isUnknown) return STATES.error;
  if (connection === undefined) return null;
  return connection.status === undefined ? NOT_SET : STATES[connection.status];
}

/** What is wrong, in a sentence; null where nothing is. */
export function connectionMessage(
  connection: RithmicConnection | undefined,
  isUnknown: boolean,
): string | null {
  return isUnknown ? UNKNOWN : (connection?.errorMessage ?? null);
}
