/** The rules of a pattern's evidence, read from what the wire leaves open. Pure. */
import type { AiPattern } from '@undertow/contracts';

export interface PatternRule {
  readonly name: string;
  readonly value: string;
  /** Empty where the evidence does not say what was needed. */
  readonly needed: string;
}

/** Rules without a name are left out: nothing can be said of them. */
export function patternRules(evidence: AiPattern['metadata']['evidence']): PatternRule[] {
  const rules = evidence['rules'];
  if (!Array.isArray(rules)) return [];
  return rules.flatMap((rule: unknown) => {
    if (typeof rule !== 'object' || rule === null) return [];
    const { name, value, needed } = rule as Readonly<Record<string, unknown>>;
    if (typeof name !== 'string') return [];
    return [{ name, value: textOf(value), needed: textOf(needed) }];
  });
}

function textOf(value: unknown): string {
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : value.toPrecision(3);
  return typeof value === 'string' ? value : '';
}
