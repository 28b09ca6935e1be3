/** Headlines in the track record: the sign of the sentiment is declared before the move, and settled beside how often moves have it anyway. */
import { SENTIMENT_HORIZONS } from '@undertow/contracts';
import type { RaisedRow, SettledRow } from '@undertow/detection';
import {
  type Bar,
  epochMsOfNs,
  type FeedSource,
  HOUR_MS,
  instrumentById,
  MINUTE_MS,
  NS_PER_MS,
  type ProductGroup,
} from '@undertow/market';
import { headlineSub } from '#news/sentiment-skill.ts';
import type { MarketStore } from '#ports/market-store.ts';
import type { HeadlineScore } from '#ports/news/headline-scorer.ts';
import type { TrackStore } from '#ports/track-store.ts';
import { movesAfter, priceBefore } from './headline-moves.ts';

/** Of the last minute of a move the bar is stored within this time. */
const STORED_MS = 3 * MINUTE_MS;
const AT_ONCE = 100;

export interface HeadlineTrackParts {
  readonly trackStore: Pick<TrackStore, 'appendHeadlines' | 'openHeadlines'>;
  readonly marketStore: Pick<MarketStore, 'listBars'>;
  /** Of the platform's feed. */
  readonly source: FeedSource;
}

export interface ScoredHeadline {
  readonly id: string;
  /** Of the products that it is assigned to, the leading one of each group first. */
  readonly instrumentIds: readonly number[];
  readonly scorer: string;
  readonly scores: ReadonlyMap<ProductGroup, HeadlineScore>;
}

const nsOf = (ms: number): string => String(BigInt(ms) * BigInt(NS_PER_MS));

/** A score without a sign says nothing; where no price is known, no move can be. */
export async function declareHeadline(
  { trackStore, marketStore, source }: HeadlineTrackParts,
  { id, instrumentIds, scorer, scores }: ScoredHeadline,
  nowMs: number,
): Promise<void> {
  // A recording proves nothing about today
  if (source === 'replay') return;
  const rows: RaisedRow[] = [];
  for (const [group, { score }] of scores) {
    const instrumentId = instrumentIds.find((one) => instrumentById(one)?.group === group);
    if (score === 0 || instrumentId === undefined) continue;
    const bars = await marketStore.listBars(instrumentId, source, nowMs - 4 * MINUTE_MS, nowMs);
    const midTicks = priceBefore(bars, nowMs);
    if (midTicks === null) continue;
    for (const minutes of SENTIMENT_HORIZONS)
      rows.push({
        ...{ kind: 'raised', signalId: `headline/${id}/${group}/${scorer}/${minutes}`, instrumentId },
        ...{ atNs: nsOf(nowMs), type: 'headline', sub: headlineSub(minutes, scorer), exact: false },
        ...{
          confidence: Math.abs(score),
          score,
          calibrator: scorer,
          tier: 'bars',
          midTicks,
          condition: null,
        },
        declared: {
          ...{ rule: 'sign of the move', direction: Math.sign(score), targetTicks: 0, adverseTicks: 0 },
          ...{ horizonMs: minutes * MINUTE_MS, probability: null },
        },
      });
  }
  await trackStore.appendHeadlines(source, rows);
}

function ticksAfter(bars: readonly Bar[], fromMs: number, minutes: number): number | null {
  return movesAfter(bars, fromMs).find((move) => move.minutes === minutes)?.ticks ?? null;
}

/** Of the moves of the same length that were over when it was declared: the share with its sign, among those that have one. */
function baseOf(bars: readonly Bar[], atMs: number, minutes: number, direction: number): SettledRow['base'] {
  const signs: number[] = [];
  for (let fromMs = atMs - HOUR_MS; fromMs <= atMs - (minutes + 1) * MINUTE_MS; fromMs += MINUTE_MS)
    signs.push(Math.sign(ticksAfter(bars, fromMs, minutes) ?? 0));
  const moved = signs.filter((sign) => sign !== 0);
  if (moved.length === 0) return null;
  return {
    resolved: moved.length,
    rate: moved.filter((sign) => sign === direction).length / moved.length,
  };
}

export async function settleHeadlines(
  { trackStore, marketStore, source }: HeadlineTrackParts,
  nowMs: number,
): Promise<void> {
  const open = await trackStore.openHeadlines(source, nowMs - STORED_MS, AT_ONCE);
  const rows: SettledRow[] = [];
  for (const { signalId, instrumentId, atNs, type, declared } of open) {
    const atMs = epochMsOfNs(BigInt(atNs));
    const minutes = declared.horizonMs / MINUTE_MS;
    const endMs = atMs + declared.horizonMs + MINUTE_MS;
    if (endMs + STORED_MS > nowMs) continue;
    const bars = await marketStore.listBars(instrumentId, source, atMs - HOUR_MS - 4 * MINUTE_MS, endMs);
    const sign = Math.sign(ticksAfter(bars, atMs, minutes) ?? 0);
    rows.push({
      ...{ kind: 'settled', signalId, instrumentId, atNs: nsOf(nowMs), type },
      hit: sign === 0 ? null : sign === declared.direction,
      base: baseOf(bars, atMs, minutes, declared.direction) ?? null,
    });
  }
  await trackStore.appendHeadlines(source, rows);
}
