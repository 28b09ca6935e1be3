/** Whether there is interest at a zone at all, compared with arbitrary prices; judged separately from the outcome. */
import { MINUTE_MS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { ModelSpec } from '#calibration/judge.ts';
import type { LevelMap } from '#level-map/level-map.ts';
import { confluenceOf } from '#level-map/level-sources.ts';
import type { MarketView } from '#view/market-view.ts';

export const LEVEL: ModelSpec = {
  name: 'level',
  version: 3,
  features: [
    'fullest price of the zone against arbitrary prices',
    'fuller than the prices beside it',
    'fuller than beside it over minutes',
    'larger orders than beside it',
    'excess of bounces of this side over the null',
    'excess of bounces of the other side',
    'log touches of this side',
    'log touches of the other side',
    'renewal of the touch that goes on',
    'rank of what it absorbed',
    'log age in minutes',
    'volume node',
    'round number',
    'depth in the zone against the usual level',
    'width in ticks',
  ],
  truth: { from: 'labels', type: 'support', sub: null, mirror: 'resistance' },
};

const LIMIT = 5;

export function levelFeatures(
  map: LevelMap,
  slot: number,
  side: number,
  view: MarketView,
  out: Float64Array,
): Float64Array {
  const { touches, pseudoLevels: arbitrary, prices } = map;
  const low = touches.lowTicks[slot]!;
  const high = touches.highTicks[slot]!;
  const prominence = map.prominenceOf(slot);
  const kinds = confluenceOf(view, prices, low, high, map.bandwidthTicks);
  const has = (kind: string): number => (kinds.includes(kind) ? 1 : 0);
  const other = side === SIDE_BID ? SIDE_ASK : SIDE_BID;
  const usual = Math.max(1, view.medianDepth(side, 10) / 10);
  const fullest = prices.fullest(low - 1, high + 1);
  out[0] = arbitrary.depthExcess(slot);
  out[1] = prominence.size;
  out[2] = map.sizeProminence[slot]!;
  out[3] = prominence.order;
  out[4] = map.records.sideExcess(slot, side);
  out[5] = map.records.sideExcess(slot, other);
  out[6] = Math.log1p(map.records.touchesFrom(slot, side));
  out[7] = Math.log1p(map.records.touchesFrom(slot, other));
  out[8] = touches.renewalNow(slot);
  out[9] = map.records.absorbedRank[slot]! - 0.5;
  out[10] = Math.log1p((view.timeMs - map.bornMs[slot]!) / MINUTE_MS);
  out[11] = has('volume node');
  out[12] = has('round number');
  out[13] = Number.isNaN(fullest) ? 0 : Math.log((fullest + 1) / (usual + 1));
  out[14] = Math.log(high - low + 1);
  for (let at = 0; at < out.length; at += 1) {
    const value = out[at]!;
    out[at] = Number.isFinite(value) ? Math.max(-LIMIT, Math.min(LIMIT, value)) : 0;
  }
  return out;
}
