/** Stable ids of detections: a 64-bit FNV-1a hash over what makes one unique, as 16 hex digits. */

// 64-bit FNV-1a offset basis and prime, in 16-bit limbs: products of limbs stay exact in a double.
const BASIS = [0x2325, 0x8422, 0x9ce4, 0xcbf2] as const;
const PRIME_LOW = 0x01b3;
/** The prime is 2^40 + 0x1b3: its high part shifts by two limbs and 8 bits. */
const PRIME_SHIFT = 0x100;

/** Hash of a text (one byte a character below 256), 16 hex digits. */
export function hash64(text: string): string {
  let [a, b, c, d]: [number, number, number, number] = [...BASIS];
  for (let at = 0; at < text.length; at += 1) {
    a ^= text.charCodeAt(at) & 0xff;
    const low = a * PRIME_LOW;
    const second = b * PRIME_LOW + (low >>> 16);
    const third = c * PRIME_LOW + a * PRIME_SHIFT + Math.floor(second / 0x1_0000);
    const fourth = d * PRIME_LOW + b * PRIME_SHIFT + Math.floor(third / 0x1_0000);
    a = low & 0xffff;
    b = second & 0xffff;
    c = third & 0xffff;
    d = fourth & 0xffff;
  }
  return [d, c, b, a].map((limb) => limb.toString(16).padStart(4, '0')).join('');
}

/** Id of a detection. The same input gives the same id, live or replayed. */
export function eventId(parts: {
  readonly detector: string;
  readonly instrumentId: number;
  readonly side: string;
  readonly priceTicks: number;
  readonly startNs: bigint;
  /** Distinguishes what begins at the same price in the same nanosecond: the order id, or empty. */
  readonly key: string;
}): string {
  const { detector, instrumentId, side, priceTicks, startNs, key } = parts;
  return hash64(`${detector}|${instrumentId}|${side}|${priceTicks}|${startNs}|${key}`);
}
