/** What a user is told of his connection: texts come from the catalogue alone, never from a gateway. */
import {
  type ConnectionFault,
  type ConnectionLogEntry,
  ERRORS,
  type ErrorCode,
  instantOfMs,
  type RithmicConnection,
} from '@undertow/contracts';
import type { ConnectionRow, StepNote } from '#credential-dependencies.ts';

const CODES: Readonly<Record<ConnectionFault, ErrorCode>> = {
  wrong_password: 'RITHMIC_WRONG_PASSWORD',
  no_entitlement: 'RITHMIC_NO_ENTITLEMENT',
  session_limit: 'RITHMIC_SESSION_LIMIT',
  gateway_down: 'RITHMIC_GATEWAY_DOWN',
  maintenance: 'RITHMIC_MAINTENANCE',
  certificate: 'RITHMIC_CERTIFICATE',
  unknown_system: 'RITHMIC_UNKNOWN_SYSTEM',
  protocol: 'RITHMIC_PROTOCOL',
  secret_unreadable: 'RITHMIC_SECRET_UNREADABLE',
};

export function codeOf(fault: ConnectionFault): ErrorCode {
  return CODES[fault];
}

/** What this process knows of a connection. */
export interface ConnectionState {
  readonly status: 'connected' | 'connecting' | 'error';
  readonly fault: ConnectionFault | null;
}

/** Of a connection that this process does not hold. */
function storedState({ sealed, fault, isWanted }: ConnectionRow) {
  if (sealed === null) return { status: 'disconnected', fault: null } as const;
  if (fault !== null) return { status: 'error', fault } as const;
  return { status: isWanted ? 'connecting' : 'disconnected', fault: null } as const;
}

export function connectionAnswer(row: ConnectionRow, held: ConnectionState | null): RithmicConnection {
  const { status, fault } = held ?? storedState(row);
  return {
    status,
    username: row.username,
    server: row.server,
    lastConnected: row.lastConnectedAtMs === null ? null : instantOfMs(row.lastConnectedAtMs),
    errorMessage: fault === null ? null : ERRORS[codeOf(fault)].message,
  };
}

export function logEntry({ sinceMs, atMs, ...note }: StepNote): ConnectionLogEntry {
  return { ...note, at: instantOfMs(atMs), since: instantOfMs(sinceMs) };
}
