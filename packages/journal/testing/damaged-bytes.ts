/** Files for tests that were damaged by chance: the same seed gives the same damage. */
import { seededDraws } from '@undertow/market';

/** Whole numbers below a bound. */
export function seededInts(seed: number): (below: number) => number {
  const draw = seededDraws(seed);
  return (below) => Math.floor(draw() * below);
}

function spliced(bytes: Uint8Array, at: number, remove: number, insert: Uint8Array): Uint8Array {
  const rest = bytes.subarray(Math.min(bytes.length, at + remove));
  const made = new Uint8Array(at + insert.length + rest.length);
  made.set(bytes.subarray(0, at));
  made.set(insert, at);
  made.set(rest, at + insert.length);
  return made;
}

/** One to four changes: a byte turned, a stretch removed, repeated or moved, a token of the format set in. */
export function damaged(bytes: Uint8Array, seed: number, tokens: readonly Uint8Array[]): Uint8Array {
  const next = seededInts(seed);
  let made = bytes;
  for (let changes = next(4) + 1; changes > 0; changes -= 1) {
    const at = next(made.length + 1);
    const length = next(40);
    const kind = next(5);
    if (kind === 0 && at < made.length) {
      made = made.slice();
      made[at] = next(256);
    } else if (kind === 1) made = spliced(made, at, length, new Uint8Array(0));
    else if (kind === 2) made = spliced(made, at, 0, made.subarray(at, at + length));
    else if (kind === 3)
      made = spliced(made, at, next(8), made.subarray(next(made.length + 1)).subarray(0, length));
    else made = spliced(made, at, next(3), tokens[next(tokens.length)] ?? new Uint8Array(0));
  }
  return made;
}
