/** Correction for many tests at once: q-values by Benjamini and Hochberg, with weights. */

/**
 * Share of false findings to expect if everything up to this p-value were believed (Benjamini and Hochberg 1995).
 * Weights (Genovese, Roeder and Wasserman 2006) must be fixed before looking; they are scaled to average 1, and a test
 * of weight 2 gets twice the bound. Same order as `p`, 0 to 1.
 */
export function benjaminiHochberg(p: readonly number[], weights?: readonly number[]): number[] {
  const total = weights?.reduce((sum, weight) => sum + weight, 0) ?? p.length;
  const weighed = p.map((value, at) => value / (((weights?.[at] ?? 1) * p.length) / total));
  const order = weighed.map((_, at) => at).sort((a, b) => weighed[b]! - weighed[a]!);
  const q = new Array<number>(p.length).fill(1);
  let least = 1;
  order.forEach((at, place) => {
    least = Math.min(least, (weighed[at]! * p.length) / (p.length - place));
    q[at] = least;
  });
  return q;
}
