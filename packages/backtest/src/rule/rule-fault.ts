/** Why a rule is refused, at which place of it and in which line of its text. */

export const FAULT_KINDS = ['unreadable', 'never_fires', 'contradiction', 'looks_ahead'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

export interface RuleFault {
  readonly kind: FaultKind;
  /** Place in the rule as its text names it: `entry.near.ticks`; empty for the whole. */
  readonly path: string;
  /** From 1; null where the rule has no text. */
  readonly line: number | null;
  /** One sentence: what was expected. */
  readonly message: string;
}
