/** The one small generator of seeded numbers outside the simulator and the journal: Mulberry32 (T. Ettinger), the same on every engine. */

/** Returns the next number, uniform in [0, 1), 32 bits fine. */
export type UnitDraw = () => number;

/** A sequence of uniform numbers in [0, 1); the same seed (its low 32 bits) gives the same sequence. */
export function seededDraws(seed: number): UnitDraw {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
