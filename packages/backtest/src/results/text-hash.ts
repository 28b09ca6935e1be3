/** A hash of 64 bits for plain data: the same data gives the same hash, whatever the order of its keys. */

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, inner]) => [key, canonical(inner)]),
  );
}

const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, '0');

/** Sixteen hexadecimal digits (cyrb53's two lanes, B. Bryc). To recognise equal results, not against forgery. */
export function hashOf(value: unknown): string {
  const text = JSON.stringify(canonical(value));
  let one = 0xdead_beef;
  let other = 0x41c6_ce57;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 2_654_435_761);
    other = Math.imul(other ^ code, 1_597_334_677);
  }
  one = Math.imul(one ^ (one >>> 16), 2_246_822_507) ^ Math.imul(other ^ (other >>> 13), 3_266_489_909);
  other = Math.imul(other ^ (other >>> 16), 2_246_822_507) ^ Math.imul(one ^ (one >>> 13), 3_266_489_909);
  return hex(other) + hex(one);
}
