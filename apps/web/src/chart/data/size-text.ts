/** Sizes as the chart's panes print them: comma thousands, `14.2k` from 10,000 in scales, always a sign on deltas. */

const COMMAS = new Intl.NumberFormat('en-GB');

/** `13,770`. */
export function sizeText(size: number): string {
  return COMMAS.format(Math.abs(size));
}

/** `59.1k`. */
export function scaleText(size: number): string {
  const magnitude = Math.abs(size);
  return magnitude >= 10_000 ? `${(magnitude / 1000).toFixed(1)}k` : COMMAS.format(magnitude);
}

/** `+511`, `−6,171` with the true minus sign. */
export function signedText(size: number): string {
  const sign = size > 0 ? '+' : size < 0 ? '−' : '';
  return `${sign}${sizeText(size)}`;
}
