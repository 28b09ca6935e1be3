/** How a login or a connection to a gateway can fail, and whether trying again can help. */

/** Whether a login that failed may be tried again without its user: as long as it takes, a few times, or not at all. */
export type Retry = 'unlimited' | 'limited' | 'never';

/** Why a login or a connection failed. */
export const RITHMIC_FAULTS = [
  'wrong_password',
  /** Code 13: not permitted now, by a mistake in the login or by a seat that is still held. */
  'login_denied',
  /** Code 6: the gateway cannot read the login as one of the system. */
  'login_rejected',
  /** Any other code: code 1 and those that nobody described. */
  'login_failed',
  'agreements_unsigned',
  'no_entitlement',
  'session_limit',
  'gateway_down',
  'maintenance',
  'certificate',
  'unknown_system',
  'protocol',
] as const;
export type RithmicFault = (typeof RITHMIC_FAULTS)[number];

/** A failure of the gateway or of the way to it. Its message names no user and no password. */
export class RithmicError extends Error {
  override readonly name = 'RithmicError';
  readonly fault: RithmicFault;

  constructor(fault: RithmicFault, message: string, options?: ErrorOptions) {
    super(message, options);
    this.fault = fault;
  }

  /** Whether the same login may succeed later without anybody doing something. */
  get retry(): Retry {
    return RETRIES[this.fault];
  }
}

const RETRIES: Readonly<Record<RithmicFault, Retry>> = {
  wrong_password: 'never',
  login_denied: 'limited',
  login_rejected: 'limited',
  login_failed: 'limited',
  agreements_unsigned: 'never',
  no_entitlement: 'never',
  session_limit: 'never',
  gateway_down: 'unlimited',
  maintenance: 'unlimited',
  certificate: 'never',
  unknown_system: 'never',
  protocol: 'unlimited',
};

/** The error as one of the gateway; what nobody foresaw is something that could not be read. */
export function asRithmicError(error: unknown): RithmicError {
  if (error instanceof RithmicError) return error;
  return new RithmicError('protocol', 'the gateway sent something unforeseen', { cause: error });
}
