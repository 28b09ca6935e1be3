/** What a well-formed subscription may still not request. */
import { ERROR_CODES } from '@undertow/feeds';
import { DAY_MS, NS_PER_MS, WEEK_MS } from '@undertow/market';
import type { KeyFault } from '#databento/access/keys.ts';
import type { Subscription } from '#databento/protocol/subscription.ts';

interface Situation {
  readonly isStarted: boolean;
  readonly keyFault: KeyFault | null;
  /** A test wants it refused. */
  readonly isRefused: boolean;
  readonly nowNs: bigint;
  /** Replays reach no further back; null for the vendor's reach. */
  readonly reachMs: number | null;
}

interface Problem {
  readonly code: number;
  readonly text: string;
}

const DAY_NS = BigInt(DAY_MS) * NS_PER_MS;
const WEEK_NS = BigInt(WEEK_MS) * NS_PER_MS;

/** Null where nothing is wrong with it. */
export function checkSubscription(
  { schema, startNs }: Subscription,
  { isStarted, keyFault, isRefused, nowNs, reachMs }: Situation,
): Problem | null {
  const invalid = (text: string) => ({ code: ERROR_CODES.invalidSubscription, text });
  if (isRefused) return invalid('Invalid subscription');
  if (keyFault === 'unlicensed') return invalid('A live data license is required to access GLBX.MDP3');
  if (keyFault === 'no-mbo' && schema === 'mbo') return invalid('The plan does not include schema mbo');
  if (startNs === null) return null;
  if (isStarted) return invalid("'start' is possible before the session starts only");
  if (startNs > nowNs) return invalid("'start' lies in the future");
  // Orders and definitions reach back over the week
  const usualNs = schema === 'mbo' || schema === 'definition' ? WEEK_NS : DAY_NS;
  const reachNs = reachMs === null ? usualNs : BigInt(reachMs) * NS_PER_MS;
  if (startNs !== 0n && startNs < nowNs - reachNs)
    return {
      code: ERROR_CODES.replayAgedOut,
      text: `The start of the ${schema} replay is no longer available`,
    };
  return null;
}
