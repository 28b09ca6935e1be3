/** The lines of text between client and gateway before the session starts, and those of subscriptions after it. */
import { createHash } from 'node:crypto';

export interface AuthFields {
  readonly challenge: string;
  readonly key: string;
  readonly dataset: string;
  readonly compression: 'none' | 'zstd';
  readonly heartbeatSeconds: number;
  readonly client: string;
}

export interface Subscription {
  /** `mbo`, `status`, `statistics`, `definition`, … */
  readonly schema: string;
  readonly stypeIn: 'raw_symbol' | 'continuous';
  readonly symbols: readonly string[];
  /** The book first; market by order only. */
  readonly snapshot?: boolean;
  /** What the gateway still has of the past first; before the session starts only, and never with a snapshot. */
  readonly replay?: boolean;
  /** The past from this instant on, nanoseconds since 1970 UTC; all of it where it is left out. */
  readonly startNs?: bigint;
}

export const START_SESSION = 'start_session';

const GATEWAY_PORT = 13_000;
/** Symbols of one line at most. */
const MAX_SYMBOLS = 500;
/** The gateway finds the key by its end. */
const KEY_END = 5;

/** Whether the text looks like a key: the end of a shorter one would give too much of it away. */
export function isDatabentoKey(text: string): boolean {
  return /^db-[\w-]{29}$/.test(text);
}

/** Host of a dataset: GLBX.MDP3 is at glbx-mdp3.lsg.databento.com. */
function gatewayHost(dataset: string): string {
  return `${dataset.toLowerCase().replaceAll('.', '-')}.lsg.databento.com`;
}

/** Where the gateway of a dataset is. */
export function databentoPlace(dataset: string): { readonly host: string; readonly port: number } {
  return { host: gatewayHost(dataset), port: GATEWAY_PORT };
}

/** What a gateway sends is the vendor's data only where the gateway is the vendor's own. */
export function databentoSource(
  dataset: string,
  gateway: { readonly host: string } | undefined,
): 'databento' | 'databento-stand-in' {
  const isVendor = gateway === undefined || gateway.host === gatewayHost(dataset);
  return isVendor ? 'databento' : 'databento-stand-in';
}

/** The answer to the challenge: a hash of challenge and key. The key itself is never sent. */
export function authLine(fields: AuthFields): string {
  const { challenge, key } = fields;
  const hash = createHash('sha256').update(`${challenge}|${key}`).digest('hex');
  return [
    `auth=${hash}-${key.slice(-KEY_END)}`,
    `dataset=${fields.dataset}`,
    'encoding=dbn',
    `compression=${fields.compression}`,
    'ts_out=1',
    `client=${fields.client}`,
    `heartbeat_interval_s=${fields.heartbeatSeconds}`,
  ].join('|');
}

/** The lines of one subscription: more symbols than one line may have are lines of the same number. */
export function subscriptionLines(subscription: Subscription, id: number): readonly string[] {
  const { schema, stypeIn, symbols, snapshot = false, replay = false, startNs = 0n } = subscription;
  const lines: string[] = [];
  for (let from = 0; from < symbols.length; from += MAX_SYMBOLS) {
    const isLast = from + MAX_SYMBOLS >= symbols.length;
    lines.push(
      [
        `schema=${schema}`,
        `stype_in=${stypeIn}`,
        `id=${id}`,
        `symbols=${symbols.slice(from, from + MAX_SYMBOLS).join(',')}`,
        ...(replay ? [`start=${startNs}`] : []),
        `snapshot=${snapshot ? 1 : 0}`,
        `is_last=${isLast ? 1 : 0}`,
      ].join('|'),
    );
  }
  return lines;
}

/** The pairs `key=value` of a line of the gateway. */
export function pairsOf(line: string): ReadonlyMap<string, string> {
  const pairs = line
    .trim()
    .split('|')
    .map((pair): [string, string] => {
      const at = pair.indexOf('=');
      return at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    });
  return new Map(pairs);
}
