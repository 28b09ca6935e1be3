/** Makes the patterns of off-book and hidden liquidity: a block print, a stretch of unusually much hidden trading. */
import {
  type BlockTrade,
  type BookSide,
  formatPrice,
  MINUTE_MS,
  NO_PRICE,
  NS_PER_MS,
  type Pattern,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { eventId } from '#evidence/event-id.ts';
import { severityOf } from '#evidence/significance.ts';
import { grouped, rule } from '#evidence/wording.ts';
import type { MarketView } from '#view/market-view.ts';

const BLOCK_SHOWN_MS = 10 * MINUTE_MS;
const SHARE_SHOWN_MS = 5 * MINUTE_MS;

function sideOf(side: number): BookSide | null {
  if (side === SIDE_BID) return 'bid';
  return side === SIDE_ASK ? 'ask' : null;
}

/** `2 ticks above the market` */
function againstMarket(distance: number): string {
  if (distance === 0) return 'at the market';
  const ticks = Math.abs(distance);
  return `${ticks} ${ticks === 1 ? 'tick' : 'ticks'} ${distance > 0 ? 'above' : 'below'} the market`;
}

export interface BlockFacts {
  readonly block: BlockTrade;
  /** Place of the block among all that were received. */
  readonly ordinal: number;
  readonly neededSize: number;
  /** Blocks known before it, which the quantile rests on. */
  readonly known: number;
  readonly percentile: number;
  readonly degraded: boolean;
}

export function blockPattern(facts: BlockFacts, view: MarketView): Pattern {
  const { block, neededSize, known, percentile } = facts;
  const marketTicks = view.lastTicks === NO_PRICE ? null : view.lastTicks;
  const priced = block.priceTicks !== NO_PRICE;
  const distance = priced && marketTicks !== null ? block.priceTicks - marketTicks : null;
  const confidence = 1 - view.gapRate;
  const side = sideOf(block.side);
  const kind = block.kind === 'block' ? 'Block' : block.kind;
  const at = priced ? ` at ${formatPrice(view.instrument, block.priceTicks)}` : '';
  const place = distance === null ? '' : `, ${againstMarket(distance)}`;
  const priceTicks = priced ? block.priceTicks : (marketTicks ?? 0);
  return {
    id: eventId({
      detector: 'dark_pool_activity/block',
      instrumentId: view.instrument.id,
      side: side ?? '',
      priceTicks,
      startNs: block.printedNs,
      key: String(facts.ordinal),
    }),
    type: 'dark_pool_activity',
    sub: 'block',
    instrumentId: view.instrument.id,
    side,
    direction: null,
    priceTicks,
    levels: priced ? [{ label: 'block', lowTicks: priceTicks, highTicks: priceTicks }] : [],
    size: block.size,
    timeframe: 'print',
    tier: view.tier,
    exact: true,
    confidence,
    confidenceLow: confidence,
    confidenceHigh: confidence,
    score: null,
    calibrator: 'exact',
    status: 'confirmed',
    startNs: block.printedNs,
    detectedNs: block.printedNs,
    updatedNs: block.printedNs,
    expiresNs: block.printedNs + BigInt(BLOCK_SHOWN_MS) * NS_PER_MS,
    degraded: facts.degraded,
    description: `${kind} of ${grouped(block.size)}${at} printed${place}; agreed off the book, reported later`,
    severity: severityOf(confidence, percentile),
    evidence: {
      kind: block.kind,
      size: block.size,
      printedNs: String(block.printedNs),
      // The feed gives the time it was printed, not when it was agreed.
      executedNs: null,
      marketTicks,
      distanceTicks: distance,
      knownBlocks: known,
      tier: view.tier,
      rules: [rule('Contracts', block.size, `at least ${grouped(neededSize)}`, block.size >= neededSize)],
    },
  };
}

/** A stretch in which unusually much of the volume was hidden. */
export interface HiddenStretch {
  readonly id: string;
  readonly startNs: bigint;
  readonly detectedNs: bigint;
  /** When it was last measured while it lasted. */
  lastNs: bigint;
  readonly priceTicks: number;
  lowTicks: number;
  highTicks: number;
  share: number;
  z: number;
  hidden: number;
  volume: number;
  side: BookSide | null;
  status: 'open' | 'expired';
  degraded: boolean;
}

export function hiddenSharePattern(
  stretch: HiddenStretch,
  view: MarketView,
  needed: { readonly z: number; readonly contracts: number; readonly warm: boolean },
  percentile: number,
): Pattern {
  const confidence = 1 - view.gapRate;
  const percent = Math.round(stretch.share * 100);
  const where = { bid: ' by resting buyers', ask: ' by resting sellers' };
  return {
    id: stretch.id,
    type: 'dark_pool_activity',
    sub: 'hidden_share',
    instrumentId: view.instrument.id,
    side: stretch.side,
    direction: null,
    priceTicks: stretch.priceTicks,
    levels: [{ label: 'hidden', lowTicks: stretch.lowTicks, highTicks: stretch.highTicks }],
    size: stretch.hidden,
    timeframe: '5 min',
    tier: view.tier,
    exact: true,
    confidence,
    confidenceLow: confidence,
    confidenceHigh: confidence,
    score: null,
    calibrator: 'exact',
    status: stretch.status,
    startNs: stretch.startNs,
    detectedNs: stretch.detectedNs,
    updatedNs: stretch.lastNs,
    expiresNs: stretch.lastNs + BigInt(SHARE_SHOWN_MS) * NS_PER_MS,
    degraded: stretch.degraded,
    description: `${percent}% of the volume of 5 minutes came from hidden size: ${grouped(stretch.hidden)} of ${grouped(stretch.volume)}${stretch.side === null ? '' : where[stretch.side]}`,
    severity: severityOf(confidence, percentile),
    evidence: {
      hidden: stretch.hidden,
      volume: stretch.volume,
      share: stretch.share,
      z: stretch.z,
      baselineWarm: needed.warm,
      lowTicks: stretch.lowTicks,
      highTicks: stretch.highTicks,
      tier: view.tier,
      rules: [
        rule(
          'Hidden share against this time of day, deviations',
          stretch.z.toFixed(1),
          `at least ${needed.z}`,
          stretch.z >= needed.z,
        ),
        rule(
          'Hidden contracts',
          stretch.hidden,
          `at least ${grouped(needed.contracts)}`,
          stretch.hidden >= needed.contracts,
        ),
      ],
    },
  };
}
