/** How much of a good day's best moment is given back before its end, by closed trades only. */
import { factOf, resampleFigure } from '#insights/claims/fact.ts';
import type { Insight } from '#insights/claims/insight.ts';
import { monthsOf } from '#insights/claims/measure-claim.ts';
import type { TradeColumns } from '#insights/claims/trade-columns.ts';
import { counted, moneyText, rateText } from '#insights/claims/wording.ts';

const MIN_DAYS = 20;
const NOTABLE = 0.5;

/** Days whose peak was above the median peak. A random day gives back too; the share measures how much, not why. */
export function giveBack(
  columns: TradeColumns,
  sampling: { readonly seed: number; readonly resamples: number },
): Insight[] {
  const { peaks, ends } = peaksAndEnds(columns);
  const median = peaks.slice().sort()[Math.floor((columns.days - 1) / 2)] ?? 0;
  const good = Uint8Array.from(peaks, (peak) => Number(peak > median && peak > 0));
  const days = good.reduce((sum, is) => sum + is, 0);
  if (days < MIN_DAYS) return [];
  let peakSum = 0;
  let given = 0;
  good.forEach((is, day) => {
    if (is === 0) return;
    peakSum += peaks[day]!;
    given += peaks[day]! - ends[day]!;
  });
  const share = given / peakSum;
  const resampled = resampleFigure(
    columns,
    2,
    (day, add) => {
      if (good[day] === 0) return;
      add(0, peaks[day]! - ends[day]!);
      add(1, peaks[day]!);
    },
    (totals) => totals[0]! / totals[1]!,
    { ...sampling, name: 'give-back' },
  );
  const money = columns.currency;
  const average = Math.round(given / days);
  const perMonth = Math.round(given / monthsOf(columns));
  const range = resampled.ci95
    ? ` (95% range ${rateText(resampled.ci95[0])} to ${rateText(resampled.ci95[1])})`
    : '';
  return [
    factOf(columns, {
      key: 'give-back',
      kind: 'give-back',
      insightType: share >= NOTABLE ? 'recommendation' : 'other',
      title: `Your good days give back ${rateText(share)} of their peak`,
      description:
        `On ${counted(days, 'day')} with a peak above your usual one, ${rateText(share)} of the peak was gone by the ` +
        `end of the day${range}: ${moneyText(average, money)} a day on average. By closed trades only; a day of pure ` +
        'chance gives back too.',
      definition:
        'Highest closed result of the day less its end, on days whose peak is above the median peak, as a share of the ' +
        'peak; days resampled.',
      actionable:
        share >= NOTABLE
          ? 'End the day after giving back half of its peak for 20 days, then compare this share again.'
          : '',
      priority: share >= NOTABLE ? 'medium' : 'low',
      confidence: resampled.confidence,
      effect: {
        value: share,
        ci95: resampled.ci95,
        unit: 'rate',
        n: columns.n,
        days,
        mean: share,
        baseline: null,
      },
      details: [{ name: 'given back on an average such day', value: average, unit: 'micros' }],
      impactMicrosPerMonth: -perMonth,
    }),
  ];
}

/** Highest and last running result of each day, starting from zero. */
function peaksAndEnds(columns: TradeColumns): { peaks: Float64Array; ends: Float64Array } {
  const peaks = new Float64Array(columns.days);
  const ends = new Float64Array(columns.days);
  columns.net.forEach((net, row) => {
    const day = columns.day[row]!;
    const end = ends[day]! + net;
    ends[day] = end;
    peaks[day] = Math.max(peaks[day]!, end);
  });
  return { peaks, ends };
}
