/** Sentences about how good a type of finding is: measured on labelled markets, and by its outcomes so far. Pure. */
import type { Evaluation, TrackRecord } from '@undertow/contracts';
import type { FeedTier, FlowEventType, PatternType } from '@undertow/market';
import { formatDay } from '#lib/format/exchange-days.ts';

/** What was found, and on which feed. */
export interface FindingKind {
  readonly type: FlowEventType | PatternType;
  readonly sub: string | null;
  readonly tier: FeedTier;
}

type EvaluationRow = Evaluation['rows'][number];

/** `78 % (74 to 82)`; the whole percent of a share with its interval. */
function percent({ value, low, high }: { value: number; low: number; high: number }): string {
  const whole = (share: number): number => Math.round(share * 100);
  return `${whole(value)}% (${whole(low)} to ${whole(high)})`;
}

/** Markets of other mechanics where the kind was measured there, else the one that the detectors were made for. */
const MARKETS = ['families', 'g1'] as const;

function rowNames({ type, sub }: FindingKind): readonly string[] {
  if (type === 'stop_run' && sub === 'burst') return ['stop_burst'];
  return sub === null ? [type] : [`${type}/${sub}`, type];
}

/** They state an outcome: labels of planted levels do not measure it. */
const FORECASTS: readonly FindingKind['type'][] = ['support', 'resistance', 'support_resistance'];

/** The row of the type and kind on the feed that it was found on. */
function rowFor(evaluation: Evaluation, kind: FindingKind): EvaluationRow | undefined {
  const fitting = evaluation.rows.filter(
    ({ tier, instrument }) => tier === kind.tier && instrument === 'all',
  );
  return MARKETS.flatMap((market) =>
    rowNames(kind).flatMap(
      (name) => fitting.find(({ row, generator }) => row === name && generator === market) ?? [],
    ),
  )[0];
}

/**
 * Precision and recall on labelled markets, with how often the real thing came there; null where nothing was measured.
 */
export function labelledSentence(evaluation: Evaluation, kind: FindingKind): string | null {
  const row = FORECASTS.includes(kind.type) ? undefined : rowFor(evaluation, kind);
  if (row === undefined || row.precision === null || row.recall === null) return null;
  const often =
    row.prevalencePerHour === null ? '' : `, ${row.prevalencePerHour.toFixed(1)} real ones an hour`;
  return (
    `On labelled simulated markets ${percent(row.precision)} of such findings were right and ` +
    `${percent(row.recall)} of the real ones were found (${row.hours} hours${often}; ${formatDay(evaluation.date)}).`
  );
}

/** The live outcomes of the type so far, or that there are too few. */
export function liveSentence(record: TrackRecord, kind: FindingKind): string {
  const entry = record.entries.find(({ type, sub }) => type === kind.type && sub === kind.sub);
  if (entry === undefined || entry.rule === null) return 'Live: none settled yet.';
  const { rule, resolved, hitRate, baseRate } = entry;
  if (hitRate === null)
    return `Live: ${resolved} settled by “${rule}”, too few to judge (${record.enough} needed).`;
  const base =
    baseRate === null ? '' : `, other moments of the same hours ${Math.round(baseRate.value * 100)}%`;
  return `Live: ${percent(hitRate)} of ${resolved} settled by “${rule}”${base}.`;
}
