/** The label-permutation test: labels moved in time by chance; a score that survives it does not come from the labels. */
import { seededDraws } from '@undertow/market';
import type { TruthLabel } from './truth-label.ts';

/** Every label at another instant of the session, its length, side and prices kept. The same seed moves them the same. */
export function movedInTime(
  labels: readonly TruthLabel[],
  fromNs: bigint,
  toNs: bigint,
  seed: number,
): TruthLabel[] {
  const draw = seededDraws(seed);
  return labels.map((label) => {
    const length = label.t1Ns - label.t0Ns;
    const room = toNs - fromNs - length;
    const shift = room <= 0n ? 0n : fromNs + BigInt(Math.floor(draw() * Number(room))) - label.t0Ns;
    return {
      ...label,
      t0Ns: label.t0Ns + shift,
      t1Ns: label.t1Ns + shift,
      tEvidentNs: label.tEvidentNs === null ? null : label.tEvidentNs + shift,
    };
  });
}
