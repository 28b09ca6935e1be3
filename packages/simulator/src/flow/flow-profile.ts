/** What makes one product's order flow differ from another's: the table of parameters of the background flow. */
import type { Instrument } from '@undertow/market';
import type { Perturbation } from './generator.ts';

/** Rates are those of a busy day at scale 1; a session multiplies them by its scale. */
export interface FlowProfile {
  /** Aggressor orders a second. */
  readonly aggressorsPerSecond: number;
  /** Book changes (adds, modifies, cancels) per aggressor. */
  readonly changesPerAggressor: number;
  /** Resting orders of an undisturbed level. */
  readonly ordersPerLevel: number;
  /** Shrinks order sizes of thinner products: exponent on the recorded ES sizes. */
  readonly sizePower: number;
  /** How fast a spread of more than one tick is filled again: orders into the spread per aggressor. */
  readonly narrowing: number;
  /** Ticks beyond the tenth level that hold slow orders. */
  readonly deepTicks: number;
  /** Share of aggressors that trade through more than the best price when they are large enough. */
  readonly sweepers: number;
  readonly protectionTicks: number;
  /** Prices that are multiples of this many ticks attract orders and stops. */
  readonly roundTicks: number;
  /** A move back by this many ticks makes a swing in the eyes of its traders. */
  readonly swingTicks: number;
  /** Standard deviation of the product's worth over a second at scale 1, ticks. */
  readonly sigmaTicks: number;
  /** Correlation of its worth with what moves every market. */
  readonly worldLoading: number;
}

const EQUITY_LARGE_TICK: FlowProfile = {
  aggressorsPerSecond: 6,
  changesPerAggressor: 11,
  ordersPerLevel: 24,
  sizePower: 1,
  narrowing: 4.6,
  deepTicks: 40,
  sweepers: 0.22,
  protectionTicks: 12,
  roundTicks: 20,
  swingTicks: 6,
  sigmaTicks: 1.25,
  worldLoading: 0.985,
};

/** Informed starting values of the simulator reference, section 2.1; only those of ES are anchored in a recording. */
const PROFILES: Readonly<Record<string, Partial<FlowProfile>>> = {
  ES: {},
  NQ: {
    aggressorsPerSecond: 7,
    changesPerAggressor: 14,
    ordersPerLevel: 2.6,
    sizePower: 0.55,
    narrowing: 1.5,
    deepTicks: 120,
    protectionTicks: 40,
    roundTicks: 100,
    sweepers: 0.5,
    swingTicks: 24,
    sigmaTicks: 3.2,
  },
  YM: {
    aggressorsPerSecond: 2,
    changesPerAggressor: 20,
    ordersPerLevel: 2.8,
    sizePower: 0.6,
    narrowing: 1.5,
    deepTicks: 90,
    protectionTicks: 30,
    roundTicks: 50,
    sweepers: 0.4,
    swingTicks: 9,
    sigmaTicks: 2.2,
  },
  CL: {
    aggressorsPerSecond: 3,
    changesPerAggressor: 18,
    ordersPerLevel: 7,
    sizePower: 0.75,
    narrowing: 3,
    deepTicks: 60,
    protectionTicks: 20,
    roundTicks: 25,
    sweepers: 0.25,
    swingTicks: 6,
    sigmaTicks: 1,
    worldLoading: 0.2,
  },
  GC: {
    aggressorsPerSecond: 3,
    changesPerAggressor: 18,
    ordersPerLevel: 5,
    sizePower: 0.65,
    narrowing: 1.9,
    deepTicks: 70,
    protectionTicks: 20,
    roundTicks: 50,
    sweepers: 0.3,
    swingTicks: 8,
    sigmaTicks: 1.2,
    worldLoading: 0.2,
  },
  MES: { aggressorsPerSecond: 7, ordersPerLevel: 16, sizePower: 0.8 },
  MNQ: {
    aggressorsPerSecond: 8,
    changesPerAggressor: 14,
    ordersPerLevel: 5,
    sizePower: 0.6,
    narrowing: 2.5,
    deepTicks: 120,
    protectionTicks: 40,
    roundTicks: 100,
    sweepers: 0.4,
    swingTicks: 14,
    sigmaTicks: 3.2,
  },
  RTY: {
    aggressorsPerSecond: 3,
    changesPerAggressor: 16,
    ordersPerLevel: 6,
    sizePower: 0.65,
    narrowing: 2.4,
    deepTicks: 60,
    roundTicks: 50,
    sweepers: 0.3,
    sigmaTicks: 1,
    worldLoading: 0.85,
  },
  ZN: {
    aggressorsPerSecond: 3,
    changesPerAggressor: 14,
    ordersPerLevel: 40,
    narrowing: 8,
    deepTicks: 30,
    roundTicks: 16,
    swingTicks: 3,
    sigmaTicks: 0.3,
    worldLoading: -0.2,
  },
  '6E': {
    aggressorsPerSecond: 3,
    changesPerAggressor: 14,
    ordersPerLevel: 18,
    sizePower: 0.8,
    roundTicks: 20,
    sigmaTicks: 0.5,
    worldLoading: 0.15,
  },
};

/** Products that trade like another one: the micro beside its full size, the neighbour of the same kind. */
const LIKE: Readonly<Record<string, string>> = {
  MYM: 'YM',
  MCL: 'CL',
  MGC: 'GC',
  M2K: 'RTY',
  ZF: 'ZN',
  ZT: 'ZN',
  ZB: '6E',
  UB: 'CL',
  '6J': '6E',
  '6B': '6E',
  '6A': '6E',
  '6C': '6E',
  SI: 'GC',
  HG: 'CL',
  NG: 'CL',
  RB: 'GC',
  HO: 'GC',
};

/** The flow of an instrument; products without figures of their own trade like the E-mini S&P 500. */
export function flowProfileOf(instrument: Instrument): FlowProfile {
  const symbol = LIKE[instrument.symbol] ?? instrument.symbol;
  return { ...EQUITY_LARGE_TICK, ...PROFILES[symbol] };
}

/** True where the simulated exchange has figures for a product, its own or those of one that it trades like. */
export function hasFlowProfile({ symbol }: Instrument): boolean {
  return symbol in PROFILES || symbol in LIKE;
}

/** Products whose news, regimes and pace are shared under one seed: the equity index futures. */
const INDEX_FUTURES = new Set(['ES', 'NQ', 'YM', 'RTY', 'MES', 'MNQ', 'MYM', 'M2K']);

/** Name of the sector a product belongs to; a product without related ones is a sector of its own. */
export function sectorOf(instrument: Instrument): string {
  return INDEX_FUTURES.has(instrument.symbol) ? 'index' : instrument.symbol;
}

/** The profile under other mechanics: in a small-tick market levels are thin and the spread is rarely one tick. */
export function disturbedProfile(profile: FlowProfile, { smallTick }: Perturbation): FlowProfile {
  if (!smallTick) return profile;
  return {
    ...profile,
    ordersPerLevel: Math.max(1.5, profile.ordersPerLevel * 0.35),
    narrowing: profile.narrowing * 0.4,
    sweepers: Math.min(0.8, profile.sweepers * 1.8),
    sigmaTicks: profile.sigmaTicks * 1.8,
    swingTicks: profile.swingTicks * 1.8,
  };
}
