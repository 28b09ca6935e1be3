/** The colour of a result: of a gain, of a loss, or of neither. */
export function signTone(result: number): 'up' | 'down' | 'text-text-3' {
  if (result === 0 || Number.isNaN(result)) return 'text-text-3';
  return result > 0 ? 'up' : 'down';
}
