/** What a finding claims to be, as a probability: its confidence, but of a stop run that a level drove it. */
import type { FlowEvent, Pattern } from '@undertow/market';

/**
 * That stops were elected is exact and has a row of its own; that somebody's level drove the run is a forecast in its
 * evidence, and labels tell of level-driven runs only. Without that forecast the confidence stands.
 */
export function claimOf({ type, confidence, evidence }: FlowEvent | Pattern): number {
  if (type !== 'stop_run') return confidence;
  const driven = evidence['levelDriven'];
  if (typeof driven !== 'object' || driven === null || Array.isArray(driven)) return confidence;
  const p = (driven as { readonly [key: string]: unknown })['p'];
  return typeof p === 'number' ? p : confidence;
}
