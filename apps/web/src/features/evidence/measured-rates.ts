/** Sentences about how good a type of event is: measured on labelled markets, and by its outcomes so far. Pure. */
import type { Evaluation, EventEvidence, TrackRecord } from '@undertow/contracts';

type EvaluationRow = Evaluation['rows'][number];

/** `78 % (74 to 82)`; the whole percent of a share with its interval. */
function percent({ value, low, high }: { value: number; low: number; high: number }): string {
  const whole = (share: number): number => Math.round(share * 100);
  return `${whole(value)}% (${whole(low)} to ${whole(high)})`;
}

/** The row of the event's type and kind on the feed that it was found on. */
function rowFor(evaluation: Evaluation, { event, dataQuality }: EventEvidence): EvaluationRow | undefined {
  const { eventType, metadata } = event;
  const names = metadata.sub === null ? [eventType] : [`${eventType}/${metadata.sub}`, eventType];
  const fitting = evaluation.rows.filter(
    ({ tier, generator, instrument }) =>
      tier === dataQuality.tier && generator === 'g1' && instrument === 'all',
  );
  return names.flatMap((name) => fitting.find(({ row }) => row === name) ?? [])[0];
}

/** Precision and recall on labelled markets, with how often the real thing came there; null where nothing was measured. */
export function labelledSentence(evaluation: Evaluation, evidence: EventEvidence): string | null {
  const row = rowFor(evaluation, evidence);
  if (row === undefined || row.precision === null || row.recall === null) return null;
  const often =
    row.prevalencePerHour === null ? '' : `, ${row.prevalencePerHour.toFixed(1)} real ones an hour`;
  return (
    `On labelled simulated markets ${percent(row.precision)} of such findings were right and ` +
    `${percent(row.recall)} of the real ones were found (${row.hours} hours${often}; ${evaluation.date}).`
  );
}

/** The live outcomes of the type so far, or that there are too few. */
export function liveSentence(record: TrackRecord, { event }: EventEvidence): string {
  const { eventType, metadata } = event;
  const entry = record.entries.find(({ type, sub }) => type === eventType && sub === metadata.sub);
  if (entry === undefined || entry.rule === null) return 'Live: none settled yet.';
  const { rule, resolved, hitRate, baseRate } = entry;
  if (hitRate === null)
    return `Live: ${resolved} settled by “${rule}”, too few to say (${record.enough} needed).`;
  const base =
    baseRate === null ? '' : `, random instants of the same hours ${Math.round(baseRate.value * 100)}%`;
  return `Live: ${percent(hitRate)} of ${resolved} settled by “${rule}”${base}.`;
}
