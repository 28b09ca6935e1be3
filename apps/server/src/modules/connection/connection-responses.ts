/** The state of a connection as its user sees it: texts come from the catalogue alone, never from a gateway. */
import {
  type ConnectionFault,
  type ConnectionLogEntry,
  ERRORS,
  type ErrorCode,
  instantOfMs,
  type RithmicConnection,
} from '@undertow/contracts';
import type { AccountReport } from '@undertow/feeds';
import type { ConnectionRow, StepNote } from '#ports/credentials.ts';

const CODES: Readonly<Record<ConnectionFault, ErrorCode>> = {
  wrong_password: 'RITHMIC_WRONG_PASSWORD',
  login_denied: 'RITHMIC_LOGIN_DENIED',
  login_rejected: 'RITHMIC_LOGIN_REJECTED',
  login_failed: 'RITHMIC_LOGIN_FAILED',
  agreements_unsigned: 'RITHMIC_AGREEMENTS_UNSIGNED',
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

/** The state of a connection in this process. */
export interface ConnectionState {
  readonly status: 'connected' | 'connecting' | 'error';
  readonly fault: ConnectionFault | null;
  /** What the account reported, once it did. */
  readonly account: AccountReport | null;
}

/** For a connection that is not in this process. */
function storedState({ sealed, fault, isWanted }: ConnectionRow) {
  if (sealed === null) return { status: 'disconnected', fault: null, account: null } as const;
  if (fault !== null) return { status: 'error', fault, account: null } as const;
  return { status: isWanted ? 'connecting' : 'disconnected', fault: null, account: null } as const;
}

function accountResponse(
  { unsignedAgreements, mostSessions }: AccountReport,
  status: ConnectionState['status'] | 'disconnected',
) {
  return {
    unsignedAgreements: unsignedAgreements === null ? null : [...unsignedAgreements],
    sessions: { inUse: status === 'connected' ? 1 : 0, most: mostSessions },
  };
}

export function connectionResponse(row: ConnectionRow, held: ConnectionState | null): RithmicConnection {
  const { status, fault, account } = held ?? storedState(row);
  return {
    status,
    username: row.username,
    server: row.server,
    domain: row.domain,
    system: row.system,
    account: account === null ? null : accountResponse(account, status),
    // While it connects, what failed once waits for its next attempt. A password that cannot be read must be entered again
    canResume:
      row.sealed !== null && status !== 'connected' && fault !== null && fault !== 'secret_unreadable',
    lastConnected: row.lastConnectedAtMs === null ? null : instantOfMs(row.lastConnectedAtMs),
    errorMessage: fault === null ? null : ERRORS[codeOf(fault)].message,
  };
}

export function logEntry({ sinceMs, atMs, ...note }: StepNote): ConnectionLogEntry {
  return { ...note, at: instantOfMs(atMs), since: instantOfMs(sinceMs) };
}
