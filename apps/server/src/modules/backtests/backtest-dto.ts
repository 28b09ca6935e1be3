/** Backtests, results and trades as they travel: instants as ISO 8601, prices and money as decimal text. */
import type { BacktestTrade } from '@undertow/backtest';
import {
  type BacktestDto,
  type BacktestResultDto,
  type BacktestTradeDto,
  instantOfMs,
} from '@undertow/contracts';
import { formatMicros, type Micros } from '@undertow/journal';
import { formatPrice, type Instrument } from '@undertow/market';
import type { StoredBacktest, StoredResult } from '#ports/backtests/backtests.ts';
import type { JobStatus } from '#ports/jobs/job-queue.ts';
import { UPLOADS_SOURCE } from './tested-sessions.ts';

const UNITS_PER_NANO = 1e9;
/** Of an average price, beyond those of the product. */
const MORE_DECIMALS = 2;
const THOUSANDTHS = 1000;

function stateOf(
  { result, isWhole, preparing }: StoredBacktest,
  job: JobStatus | undefined,
): BacktestDto['state'] {
  if (isWhole) return 'done';
  if (job === undefined || job.state === 'dead' || job.state === 'done') return 'failed';
  if (job.state === 'cancelled') return 'cancelled';
  if (result !== null) return 'first';
  if (preparing !== null && preparing.left > 0) return 'preparing';
  return job.state;
}

function secondsOf(ms: number | null | undefined): number | null {
  return ms === null || ms === undefined ? null : Math.ceil(ms / 1000);
}

function progressOf(
  state: BacktestDto['state'],
  { preparing }: StoredBacktest,
  job: JobStatus | undefined,
): BacktestDto['progress'] {
  if (state === 'preparing' && preparing !== null) {
    const { of, left, remainingMs } = preparing;
    const note = `${of - left} of ${of} sessions read`;
    return { fraction: (of - left) / of, note, remainingSeconds: secondsOf(remainingMs) };
  }
  if (state !== 'waiting' && state !== 'running' && state !== 'first') return null;
  const { progress = null, remainingMs = null } = job ?? {};
  if (progress === null) return { fraction: 0, note: '', remainingSeconds: null };
  return { ...progress, remainingSeconds: secondsOf(remainingMs) };
}

/** `job`: undefined where it was removed after it had ended. */
export function backtestDto(stored: StoredBacktest, job: JobStatus | undefined): BacktestDto {
  const { id, name, product, source, createdMs, fromDay, toDay, result, leftOut } = stored;
  const state = stateOf(stored, job);
  return {
    ...{ id, name, product, state, from: fromDay, to: toDay },
    data: source === UPLOADS_SOURCE ? 'uploads' : 'recorded',
    createdAt: instantOfMs(createdMs),
    progress: progressOf(state, stored, job),
    error: state === 'failed' ? (job?.failure ?? 'It ended without a result.') : null,
    sessions: result?.testedOn.sessions ?? null,
    sessionsLeftOut: leftOut,
    verdict: result?.verdict ?? null,
    expectancyR: result?.key.expectancyR ?? null,
    p: result?.baseLine?.p ?? null,
    q: result?.correction.q ?? null,
  };
}

/** The result is stored as the contract has it: what a newer release added to it is left out there. */
export function resultDto(result: StoredResult): BacktestResultDto {
  return structuredClone(result) as unknown as BacktestResultDto;
}

function priceOf(instrument: Instrument, ticks: number): string {
  if (Number.isInteger(ticks)) return formatPrice(instrument, ticks);
  const { tickNanos, decimals } = instrument;
  return ((ticks * tickNanos) / UNITS_PER_NANO).toFixed(decimals + MORE_DECIMALS);
}

const moneyOf = (micros: number): string => formatMicros(micros as Micros);

export function tradeDto(instrument: Instrument, trade: BacktestTrade): BacktestTradeDto {
  const { number, tradingDay, contract, side, size, reason, fill, isThroughGap, regime } = trade;
  return {
    ...{ number, tradingDay, contract, side, size, reason, fill, isThroughGap, regime },
    signalAt: instantOfMs(trade.signalMs),
    entryAt: instantOfMs(trade.entryMs),
    exitAt: instantOfMs(trade.exitMs),
    entryPrice: priceOf(instrument, trade.entryTicks),
    exitPrice: priceOf(instrument, trade.exitTicks),
    maeTicks: trade.maeTicks,
    mfeTicks: trade.mfeTicks,
    gross: moneyOf(trade.grossMicros),
    slippage: moneyOf(trade.slippageMicros),
    commission: moneyOf(trade.commissionMicros),
    net: moneyOf(trade.netMicros),
    netR: trade.netR,
    evidence: trade.evidence.map(({ priceTicks, confidence, ...found }) => ({
      ...found,
      price: priceOf(instrument, priceTicks),
      confidence: confidence / THOUSANDTHS,
    })),
  };
}
