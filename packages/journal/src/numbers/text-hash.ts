/** A 128-bit hash of text for keys: not cryptographic, only so that the same facts give the same short key. */

/**
 * Four lanes of multiply and rotate over UTF-16 units, each with its own odd multiplier and rotation, finished by the
 * mixer of MurmurHash3 (A. Appleby, public domain). Odd multipliers from cyrb53 and the golden ratio.
 */
const MULTIPLIERS = [0x9e3779b1, 0x5f356495, 0x85ebca77, 0xc2b2ae3d] as const;
const ROTATIONS = [13, 17, 11, 19] as const;

/** 32 hexadecimal digits; the same text always gives the same ones. */
export function textHash(text: string): string {
  return MULTIPLIERS.map((multiplier, lane) => hex(laneOf(text, multiplier, ROTATIONS[lane]!))).join('');
}

function laneOf(text: string, multiplier: number, rotation: number): number {
  let hash = multiplier ^ text.length;
  for (let i = 0; i < text.length; i += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(i), multiplier);
    hash = (hash << rotation) | (hash >>> (32 - rotation));
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const hex = (value: number): string => value.toString(16).padStart(8, '0');
