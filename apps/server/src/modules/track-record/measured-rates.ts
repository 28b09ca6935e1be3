/** The measured rates of the public pages, drawn from the file of the last evaluation: full feed, labelled markets, every product. */
import {
  MEASURED_EVENTS,
  type MeasuredRates,
  type MeasuredShare,
  TARGETED_INDICATORS,
} from '@undertow/contracts';
import {
  EMIT_CONFIDENCE,
  type Estimate,
  type EvaluationFigures,
  headlineState,
  type ModelReached,
  type RowReached,
  wilsonInterval,
  Z_95,
} from '@undertow/detection';
import { FLOW_EVENT_TYPES } from '@undertow/market';

/** Markets of other mechanics, each by calibrators that never saw it, and the feed that shows every order. */
const GENERATOR = 'families';
const TIER = 'L3';
const ALL = 'all';
const TENTHS = 10;

interface Counted {
  readonly right: number;
  readonly count: number;
  /** Sum of the stated probabilities. */
  readonly stated: number;
}

function isShown({
  generator,
  tier,
  instrument,
}: Pick<RowReached, 'generator' | 'tier' | 'instrument'>): boolean {
  return generator === GENERATOR && tier === TIER && instrument === ALL;
}

/** A share with Wilson's interval, or that of the evaluation where it is wider: findings of one session are not independent. */
function shareOf(right: number, count: number, measured: Estimate | null = null): MeasuredShare | null {
  if (count === 0) return null;
  const wilson = wilsonInterval(right / count, count, Z_95);
  return {
    value: right / count,
    low: Math.min(wilson.low, measured?.low ?? 1),
    high: Math.max(wilson.high, measured?.high ?? 0),
    count,
  };
}

function sumOf(bins: ModelReached['reliability']): Counted {
  return bins.reduce(
    (sum, bin) => ({
      right: sum.right + Math.round(bin.share * bin.count),
      count: sum.count + bin.count,
      stated: sum.stated + bin.meanProbability * bin.count,
    }),
    { right: 0, count: 0, stated: 0 },
  );
}

function indicatorsOf(figures: EvaluationFigures): MeasuredRates['indicators'] {
  return TARGETED_INDICATORS.flatMap((type) => {
    const model = figures.models.find((one) => one.model === type && isShown(one));
    if (model === undefined) return [];
    const raised = sumOf(model.reliability.filter((bin) => bin.meanProbability >= EMIT_CONFIDENCE));
    const candidates = shareOf(Math.round(model.baseRate * model.candidates), model.candidates);
    return candidates === null ? [] : [{ type, raised: shareOf(raised.right, raised.count), candidates }];
  });
}

function eventsOf(figures: EvaluationFigures): MeasuredRates['events'] {
  return MEASURED_EVENTS.flatMap((kind) => {
    const row = figures.rows.find((one) => one.row === kind && isShown(one));
    if (row === undefined) return [];
    const right = row.found + row.weakFound;
    return [
      {
        kind,
        precision: shareOf(right, right + row.wrong, row.precision),
        recall: shareOf(row.found, row.labels, row.recall),
      },
    ];
  });
}

function reliabilityOf(figures: EvaluationFigures): MeasuredRates['reliability'] {
  const bins = figures.models.filter(isShown).flatMap(({ reliability }) => reliability);
  return Array.from({ length: TENTHS }, (_, tenth) =>
    sumOf(
      bins.filter(
        ({ meanProbability }) => Math.min(TENTHS - 1, Math.floor(meanProbability * TENTHS)) === tenth,
      ),
    ),
  ).flatMap(({ right, count, stated }) => {
    const came = shareOf(right, count);
    return came === null ? [] : [{ meanForecast: stated / count, came }];
  });
}

/** Rates of the evaluation as the public pages show them. A row or model that the file does not have is left out. */
export function measuredRatesOf(figures: EvaluationFigures): MeasuredRates {
  return {
    date: figures.date,
    commit: figures.commit,
    hours: figures.rows.find(isShown)?.hours ?? 0,
    raisedFrom: EMIT_CONFIDENCE,
    indicators: indicatorsOf(figures),
    events: eventsOf(figures),
    states: FLOW_EVENT_TYPES.map((type) => ({ type, state: headlineState(type, TIER) })),
    reliability: reliabilityOf(figures),
  };
}
