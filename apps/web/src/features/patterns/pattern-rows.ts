/** What the list of patterns shows: active ones first, then past ones, each kind of text once. Pure. */
import type { AiPattern } from '@undertow/contracts';

export interface PatternRow {
  readonly pattern: AiPattern;
  /** Older ones of the same kind that say the same; they are folded into this one. */
  readonly earlier: number;
}

/** `newestFirst` as the server gives them. What an active one says is of its last change, by which they are sorted. */
export function patternRows(newestFirst: readonly AiPattern[], most: number): PatternRow[] {
  const current = newestFirst
    .filter(({ metadata }) => metadata.active)
    .toSorted((a, b) => Date.parse(b.metadata.updatedAt) - Date.parse(a.metadata.updatedAt));
  const over = new Map<string, { pattern: AiPattern; earlier: number }>();
  for (const pattern of newestFirst) {
    const { active, sub } = pattern.metadata;
    if (active) continue;
    const key = `${pattern.eventType} ${sub ?? ''} ${pattern.description}`;
    const known = over.get(key);
    if (known === undefined) over.set(key, { pattern, earlier: 0 });
    else known.earlier += 1;
  }
  return [...current.map((pattern) => ({ pattern, earlier: 0 })), ...over.values()].slice(0, most);
}
