/** Decides whether a client may log in, and with which text it is refused. */
import { ERROR_CODES } from '@undertow/feeds';
import type { ApiKey, KeyFault } from '#databento/access/keys.ts';
import { DATASET } from '#databento/market/wire-contract.ts';
import { type AuthRequest, proves, readAuth } from '#databento/protocol/authentication.ts';
import { LineError } from '#databento/protocol/line-error.ts';
import type { Refusal } from './faults.ts';
import type { World } from './world.ts';

interface RefusedLogin {
  readonly code: number;
  readonly text: string;
}

const REFUSED: Readonly<Record<Refusal, RefusedLogin>> = {
  auth: { code: ERROR_CODES.authFailed, text: 'Authentication failed.' },
  deactivated: { code: ERROR_CODES.keyDeactivated, text: 'The API key is deactivated.' },
  limit: { code: ERROR_CODES.connectionLimit, text: 'User has reached their open connection limit.' },
  internal: { code: ERROR_CODES.internal, text: 'Internal error.' },
};

export type Login =
  | {
      readonly request: AuthRequest;
      readonly keyFault: KeyFault | null;
      /** The login succeeds, and this ends the session at its start. */
      readonly doomed: RefusedLogin | null;
    }
  | { readonly refusal: string };

export function logIn(line: string, challenge: string, world: World): Login {
  try {
    const request = readAuth(line);
    if (request.dataset !== DATASET)
      return { refusal: `Unknown dataset '${request.dataset}', expected ${DATASET}` };
    return decide(request, challenge, world);
  } catch (error) {
    if (!(error instanceof LineError)) throw error;
    return { refusal: error.message };
  }
}

function decide(request: AuthRequest, challenge: string, world: World): Login {
  const known = world.keys.withTail(request.tail);
  const { refuse, refuseAs } = world.faults.now;
  const why = refuse ?? reasonOf(known, request, challenge, world);
  const isRecord = refuse !== null && refuseAs === 'record';
  if (why !== null && !isRecord) return { refusal: REFUSED[why].text };
  return { request, keyFault: known?.fault ?? null, doomed: why === null ? null : REFUSED[why] };
}

function reasonOf(
  known: ApiKey | null,
  request: AuthRequest,
  challenge: string,
  world: World,
): Refusal | null {
  if (known === null || !proves(request, challenge, known.key)) return 'auth';
  if (known.fault === 'deactivated') return 'deactivated';
  if (known.fault === 'limited' || world.sessionCount() >= world.limits.sessions) return 'limit';
  return null;
}
