/** Whether a finding is what a rule waits for: one answer for rules of alerts and of backtests. */

/** What a rule requires of a finding. Probabilities and ranks are in the unit of the finding's. */
export interface FindingLimits {
  /** 1 bid or up, -1 ask or down; null: either, and neither. */
  readonly side: 1 | -1 | null;
  /** Exact findings always qualify. */
  readonly minConfidence: number;
  /** Contracts. */
  readonly minSize: number;
  /** Roughly so many of the largest of a day; null: any. */
  readonly maxPerDay: number | null;
}

export interface MatchedFinding {
  /** 1 bid or up, -1 ask or down, 0 neither. */
  readonly side: number;
  readonly isExact: boolean;
  readonly confidence: number;
  readonly size: number;
  /** How many of a day are as large; at most 0 where it was not ranked, which always qualifies. */
  readonly perDay: number;
}

export function meetsLimits(
  { side, minConfidence, minSize, maxPerDay }: FindingLimits,
  finding: MatchedFinding,
): boolean {
  if (side !== null && side !== finding.side) return false;
  if (!finding.isExact && finding.confidence < minConfidence) return false;
  return finding.size >= minSize && (maxPerDay === null || finding.perDay <= maxPerDay);
}

/** Whether a zone of prices is within the distance of a level; false where there is no level. All in ticks. */
export function isNearLevel(
  zone: { readonly lowTicks: number; readonly highTicks: number },
  levelTicks: number | null,
  withinTicks: number,
): boolean {
  if (levelTicks === null) return false;
  return Math.max(0, zone.lowTicks - levelTicks, levelTicks - zone.highTicks) <= withinTicks;
}
