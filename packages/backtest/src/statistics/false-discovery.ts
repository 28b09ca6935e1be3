/** The false discovery rate at which each of several tests would be claimed (Benjamini and Hochberg 1995). */

/** Q-values in the order of the p-values. */
export function falseDiscoveryRates(pValues: readonly number[]): number[] {
  const order = [...pValues.keys()].toSorted((one, other) => pValues[one]! - pValues[other]!);
  const rates = new Array<number>(pValues.length);
  let least = 1;
  for (let rank = order.length; rank > 0; rank -= 1) {
    const at = order[rank - 1]!;
    least = Math.min(least, (pValues[at]! * pValues.length) / rank);
    rates[at] = least;
  }
  return rates;
}
