/** Flow has no bounds: its logarithm, with its sign. 0 for what is not known. */
export function signedLog(value: number): number {
  return Number.isNaN(value) ? 0 : Math.sign(value) * Math.log1p(Math.abs(value));
}
