/** A share as CSS writes it. */
export function percent(share: number): string {
  return `${Math.round(share * 1e6) / 1e4}%`;
}
