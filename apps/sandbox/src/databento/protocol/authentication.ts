/** The handshake: the challenge, and the client's answer to it with the settings of its session. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { LineError } from './line-error.ts';
import { flagOf, numberOf, readPairs } from './line-pairs.ts';

export interface AuthRequest {
  /** SHA-256 of challenge and key, and the key's last five characters, by which it is found. */
  readonly hash: string;
  readonly tail: string;
  readonly dataset: string;
  readonly compression: 'none' | 'zstd';
  readonly tsOut: boolean;
  readonly heartbeatSeconds: number;
  /** What happens to a client that reads too slowly; null leaves it to the schema. */
  readonly slowReader: 'warn' | 'skip' | null;
  readonly client: string;
}

const CHALLENGE_BYTES = 16;
const DEFAULT_HEARTBEAT_SECONDS = 30;
const HEARTBEAT_BOUNDS = [5, 1800] as const;

/** A challenge of 32 letters and digits; it counts once. */
export function makeChallenge(): string {
  return randomBytes(CHALLENGE_BYTES).toString('hex');
}

/** What the owner of a key answers to a challenge. */
export function hashOf(challenge: string, key: string): string {
  return createHash('sha256').update(`${challenge}|${key}`).digest('hex');
}

/** Whether the client knows the key. */
export function proves(request: AuthRequest, challenge: string, key: string): boolean {
  return timingSafeEqual(Buffer.from(hashOf(challenge, key)), Buffer.from(request.hash));
}

/** Reads the client's line, its keys in any order. Throws `LineError`. */
export function readAuth(line: string): AuthRequest {
  const pairs = readPairs(line);
  const [, hash, tail] = /^([0-9a-f]{64})-(.{5})$/.exec(pairs.get('auth') ?? '') ?? [];
  if (hash === undefined || tail === undefined) throw new LineError('Invalid authentication line');
  const dataset = pairs.get('dataset');
  if (dataset === undefined || dataset === '') throw new LineError("Missing 'dataset'");
  return {
    hash,
    tail,
    dataset,
    compression: choice(pairs, 'compression', ['none', 'zstd']) ?? 'none',
    tsOut: flagOf(pairs, 'ts_out', false),
    heartbeatSeconds: numberOf(pairs, 'heartbeat_interval_s', HEARTBEAT_BOUNDS, DEFAULT_HEARTBEAT_SECONDS),
    slowReader: choice(pairs, 'slow_reader_behavior', ['warn', 'skip']),
    client: encodingChecked(pairs).get('client') ?? '',
  };
}

function encodingChecked(pairs: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  // Text encodings exist at the vendor; no client here requests them
  choice(pairs, 'encoding', ['dbn']);
  return pairs;
}

function choice<C extends string>(
  pairs: ReadonlyMap<string, string>,
  key: string,
  choices: readonly C[],
): C | null {
  const value = pairs.get(key);
  if (value === undefined) return null;
  const chosen = choices.find((one) => one === value);
  if (chosen === undefined)
    throw new LineError(`Expected ${choices.join(' or ')} for '${key}', got '${value}'`);
  return chosen;
}
