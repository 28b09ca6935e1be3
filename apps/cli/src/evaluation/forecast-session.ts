/** Plays a day of one product for its native icebergs alone: their forecasts need twenty that ended before. */
import { createPipeline, ForecastLog, type ForecastOutcome } from '@undertow/detection';
import {
  CME_CALENDAR,
  type FeedTier,
  InstrumentMarket,
  instrumentBySymbol,
  MINUTE_MS,
} from '@undertow/market';
import { createSession, createTierDeriver, type Generator, RowBuffer } from '@undertow/simulator';
import { sessionStartMs } from './session-plan.ts';

export interface DayPlan {
  readonly symbol: string;
  readonly seed: number;
  readonly minutes: number;
  readonly generator: Generator;
}

/** What was forecast on one tier, and what followed. */
export interface TierForecasts {
  readonly tier: FeedTier;
  readonly outcomes: readonly ForecastOutcome[];
}

export function playForecasts(
  { symbol, seed, minutes, generator }: DayPlan,
  tiers: readonly FeedTier[],
): TierForecasts[] {
  const instrument = instrumentBySymbol(symbol);
  if (instrument === undefined) throw new Error(`the catalogue has no ${symbol}`);
  const startMs = sessionStartMs(seed);
  const session = createSession({
    instrument,
    seed,
    startMs,
    openTicks: instrument.basePriceTicks,
    generator,
    timeOfDay: 'exchange',
  });
  const lines = tiers.map((tier) => {
    const log = new ForecastLog();
    const market = new InstrumentMarket({
      instrument,
      tier,
      calendar: CME_CALENDAR,
    });
    const pipeline = createPipeline({
      instrument,
      tier,
      market,
      types: ['iceberg'],
      emit: (event) => log.putEvent(event),
    });
    return {
      tier,
      log,
      market,
      pipeline,
      deriver: createTierDeriver(tier, { seed }),
      derived: new RowBuffer(),
    };
  });
  const rows = new RowBuffer();
  for (let minute = 1; minute <= minutes; minute += 1) {
    rows.clear();
    session.advance(startMs + minute * MINUTE_MS, rows);
    for (const { market, pipeline, deriver, derived } of lines) {
      derived.clear();
      deriver.derive(rows, derived);
      market.applyBatch(derived, (event) => pipeline.onMatch(event));
    }
  }
  return lines.map(({ tier, log }) => ({ tier, outcomes: log.outcomes }));
}
