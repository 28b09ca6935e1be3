/** P(bounce | touch): what is known of a zone when price comes near it. */
import { SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { ModelSpec } from '#calibration/judge.ts';
import type { LevelMap } from '#level-map/level-map.ts';
import { signedLog } from '#statistics/signed-log.ts';
import type { MarketView } from '#view/market-view.ts';
import type { SignalBoard } from '#view/signal-board.ts';

export const LEVEL_BOUNCE: ModelSpec = {
  name: 'level_bounce',
  version: 6,
  features: [
    'posterior log odds less the null',
    'excess over the null',
    'log touches',
    'approach speed',
    'depth in the zone against the usual',
    'depth before the zone',
    'iceberg at the zone',
    'absorption at the zone',
    'volume delta into the zone',
    'order flow imbalance into the zone',
    'book imbalance against the zone',
    'rank of what answered at its touches',
    'fullest price of the zone against arbitrary prices',
  ],
  truth: { from: 'outcome' },
};

const SPEED_SECONDS = 10;
/** Icebergs and absorption count for this long. */
const SIGNAL_MS = 120_000;
const LIMIT = 4;

/** Writes the features of a zone of a side to `out`; `moved` is how far price came toward it in the last ten seconds. */
export function bounceFeatures(
  map: LevelMap,
  slot: number,
  side: number,
  view: MarketView,
  board: SignalBoard,
  moved: number,
  out: Float64Array,
): Float64Array {
  const { touches, pseudoLevels: arbitrary, prices } = map;
  const depthPerLevel = Math.max(1, view.medianDepth(side, 10) / 10);
  const low = touches.lowTicks[slot]!;
  const high = touches.highTicks[slot]!;
  const toward = side === SIDE_BID ? -1 : 1;
  const word = side === SIDE_BID ? 'bid' : 'ask';
  const inZone = (one: { side: string; priceLowTicks: number; priceHighTicks: number }): boolean =>
    one.side === word && one.priceLowTicks <= high + 1 && one.priceHighTicks >= low - 1;
  const icebergs = board.events('iceberg', view.timeMs - SIGNAL_MS).filter(inZone);
  const absorptions = board.events('absorption', view.timeMs - SIGNAL_MS).filter(inZone);
  const volume = view.flow.volume(60_000);
  out[0] = logit(arbitrary.posteriorMean(slot)) - logit(arbitrary.bounceRate);
  out[1] = arbitrary.excess(slot);
  out[2] = Math.log1p(touches.touches[slot]!);
  out[3] = moved / (view.sigma1Ticks * Math.sqrt(SPEED_SECONDS));
  out[4] = Math.log((prices.restingIn(low, high) / (high - low + 1) + 1) / (depthPerLevel + 1));
  out[5] = Math.log((view.depth(side, 5) + 1) / (view.medianDepth(side, 5) + 1));
  out[6] = icebergs.length > 0 ? 1 : 0;
  out[7] = absorptions.reduce((most, { confidence }) => Math.max(most, confidence), 0);
  out[8] = volume > 0 ? (toward * view.flow.signedVolume(60_000)) / volume : 0;
  out[9] = signedLog(toward * view.flow.ofi(10_000));
  out[10] = -toward * view.flow.imbalance(5);
  out[11] = map.records.answeredRank[slot]! - 0.5;
  out[12] = arbitrary.depthExcess(slot);
  for (let at = 0; at < out.length; at += 1) {
    const value = out[at]!;
    out[at] = Number.isFinite(value) ? Math.max(-LIMIT, Math.min(LIMIT, value)) : 0;
  }
  return out;
}

/** Side of the book that price comes toward a zone from: support is approached from above. */
export function distanceTicks(map: LevelMap, slot: number, side: number, lastTicks: number): number {
  return side === SIDE_ASK
    ? map.touches.lowTicks[slot]! - lastTicks
    : lastTicks - map.touches.highTicks[slot]!;
}

function logit(p: number): number {
  return Math.log(p / (1 - p));
}
