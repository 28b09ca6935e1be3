/** The sample as the command line wrote it, in the shapes of the contract. */
import {
  type BacktestResultDto,
  type BacktestTradeDto,
  backtestResult,
  backtestTrade,
} from '@undertow/contracts';
import { z } from 'zod';

/** A trade of `undertow backtest --json`: times are milliseconds, amounts name their currency. */
const writtenTrade = z.looseObject({
  signalMs: z.number(),
  entryMs: z.number(),
  exitMs: z.number(),
  grossUsd: z.string(),
  slippageUsd: z.string(),
  commissionUsd: z.string(),
  netUsd: z.string(),
  evidence: z.array(z.looseObject({ confidence: z.number() })),
});

const THOUSANDTHS = 1000;
const iso = (timeMs: number): string => new Date(timeMs).toISOString();

const sampleTrade = writtenTrade.transform((trade) =>
  backtestTrade.parse({
    ...trade,
    signalAt: iso(trade.signalMs),
    entryAt: iso(trade.entryMs),
    exitAt: iso(trade.exitMs),
    gross: trade.grossUsd,
    slippage: trade.slippageUsd,
    commission: trade.commissionUsd,
    net: trade.netUsd,
    evidence: trade.evidence.map((found) => ({ ...found, confidence: found.confidence / THOUSANDTHS })),
  }),
);

export interface Sample {
  readonly result: BacktestResultDto;
  /** The latest first. */
  readonly trades: readonly BacktestTradeDto[];
}

export function readSample(written: unknown): Sample {
  const { trades } = z.looseObject({ trades: z.array(sampleTrade) }).parse(written);
  return { result: backtestResult.parse(written), trades: trades.toReversed() };
}
