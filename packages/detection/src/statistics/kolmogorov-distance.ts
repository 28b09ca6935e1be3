/** Largest distance of two distribution functions (Kolmogorov and Smirnov), 0 to 1, of ascending values; 0 without any. */
export function kolmogorovDistance(one: Float64Array, other: Float64Array): number {
  let most = 0;
  let [left, right] = [0, 0];
  while (left < one.length && right < other.length) {
    const value = Math.min(one[left]!, other[right]!);
    while (left < one.length && one[left]! <= value) left += 1;
    while (right < other.length && other[right]! <= value) right += 1;
    most = Math.max(most, Math.abs(left / one.length - right / other.length));
  }
  return most;
}
