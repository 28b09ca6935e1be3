/** What makes a price a level: swings, volume nodes, resting depth, round numbers, levels of the day before. */
import { HOUR_MS } from '@undertow/market';
import type { ViewFacts } from '#facts/view-facts.ts';
import type { LevelDensity } from './level-density.ts';
import type { LevelPrices } from './level-prices.ts';

const SWING_WEIGHT = 1;
/** A swing of the session before weighs half. */
const SWING_HALF_LIFE_MS = 23 * HOUR_MS;
const DEPTH_WEIGHT = 1;
const PRIOR_WEIGHT = 0.75;
/** Round numbers as multiples of ticks, the roundest first, and what they weigh. */
const ROUND_LEVELS = [
  [100, 0.25],
  [50, 0.2],
  [25, 0.15],
  [10, 0.1],
] as const;
/** All of them are multiples of it. */
const ROUND_STEP = 5;
/** Volume and depth are searched this far around price. */
const SEARCH_TICKS = 256;
/** A volume node exceeds its surroundings by this share of the largest volume. */
const MIN_NODE = 0.1;
/** Depth rests at a price when it shows this much more than the prices around it (logarithm). */
const DEPTH_EXCESS = 0.4;

const PRIOR_LEVELS = [
  ['priorHighTicks', 'prior day high'],
  ['priorLowTicks', 'prior day low'],
  ['priorSettlementTicks', 'prior settlement'],
] as const;

/** Hands every level-making fact near a price to `found`: price, weight, kind. */
function visitLevelFacts(
  view: ViewFacts,
  prices: LevelPrices,
  centerTicks: number,
  bandwidthTicks: number,
  found: (priceTicks: number, weight: number, kind: string) => void,
): void {
  const { swings, levels, timeMs } = view;
  for (let number = swings.firstNumber; number < swings.count; number += 1) {
    const age = timeMs - swings.timeMsOf(number);
    found(swings.priceTicksOf(number), SWING_WEIGHT * 2 ** (-age / SWING_HALF_LIFE_MS), 'swing');
  }
  for (const [key, kind] of PRIOR_LEVELS) {
    const priceTicks = levels[key];
    if (priceTicks !== null) found(priceTicks, PRIOR_WEIGHT, kind);
  }
  visitVolumeNodes(prices, centerTicks, bandwidthTicks, found);
  if (view.tier === 'L3' || view.tier === 'L2S') visitRestingDepth(prices, centerTicks, found);
  const firstRound = Math.ceil((centerTicks - SEARCH_TICKS) / ROUND_STEP) * ROUND_STEP;
  for (let priceTicks = firstRound; priceTicks <= centerTicks + SEARCH_TICKS; priceTicks += ROUND_STEP) {
    const round = ROUND_LEVELS.find(([step]) => priceTicks % step === 0);
    if (round !== undefined) found(priceTicks, round[1], 'round number');
  }
}

/** Puts all of them into the density. */
export function fillDensity(
  density: LevelDensity,
  view: ViewFacts,
  prices: LevelPrices,
  centerTicks: number,
  bandwidthTicks: number,
): void {
  density.begin(centerTicks);
  visitLevelFacts(view, prices, centerTicks, bandwidthTicks, (priceTicks, weight) => {
    if (density.holds(priceTicks)) density.add(priceTicks, weight, bandwidthTicks);
  });
}

/** Kinds of the facts that lie inside a zone, each once. */
export function confluenceOf(
  view: ViewFacts,
  prices: LevelPrices,
  lowTicks: number,
  highTicks: number,
  bandwidthTicks: number,
): string[] {
  const kinds = new Set<string>();
  const center = Math.round((lowTicks + highTicks) / 2);
  visitLevelFacts(view, prices, center, bandwidthTicks, (priceTicks, _weight, kind) => {
    if (priceTicks >= lowTicks && priceTicks <= highTicks) kinds.add(kind);
  });
  return [...kinds];
}

/** Local maxima of traded volume; the weight is their prominence, as a share of the largest. */
function visitVolumeNodes(
  prices: LevelPrices,
  centerTicks: number,
  bandwidthTicks: number,
  found: (priceTicks: number, weight: number, kind: string) => void,
): void {
  const reach = Math.max(1, Math.round(bandwidthTicks));
  let largest = 0;
  for (let at = centerTicks - SEARCH_TICKS; at <= centerTicks + SEARCH_TICKS; at += 1) {
    largest = Math.max(largest, prices.volumeAt(at));
  }
  if (largest === 0) return;
  for (let at = centerTicks - SEARCH_TICKS; at <= centerTicks + SEARCH_TICKS; at += 1) {
    const volume = prices.volumeAt(at);
    if (volume === 0 || !isLargestAround(prices, at, reach)) continue;
    const beside = Math.max(prices.volumeAt(at - 2 * reach), prices.volumeAt(at + 2 * reach));
    const prominence = (volume - beside) / largest;
    if (prominence >= MIN_NODE) found(at, prominence, 'volume node');
  }
}

function isLargestAround(prices: LevelPrices, at: number, reach: number): boolean {
  const volume = prices.volumeAt(at);
  for (let away = 1; away <= reach; away += 1) {
    if (prices.volumeAt(at - away) >= volume || prices.volumeAt(at + away) > volume) return false;
  }
  return true;
}

/** Prices where much more rests than beside them. */
function visitRestingDepth(
  prices: LevelPrices,
  centerTicks: number,
  found: (priceTicks: number, weight: number, kind: string) => void,
): void {
  for (let at = centerTicks - SEARCH_TICKS; at <= centerTicks + SEARCH_TICKS; at += 1) {
    if (Number.isNaN(prices.restingAt(at))) continue;
    const excess = prices.contrast(at, at + 1);
    if (excess < DEPTH_EXCESS) continue;
    const isLargest = excess >= prices.contrast(at - 1, at) && excess > prices.contrast(at + 1, at + 2);
    if (isLargest) found(at + 0.5, DEPTH_WEIGHT, 'resting depth');
  }
}
