/** Makes the pattern of a volume spike. */

import {
  type BookSide,
  type FlowEventStatus,
  formatPrice,
  NS_PER_MS,
  type Pattern,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import type { Judgement } from '#calibration/judge.ts';
import { judgementFields, probabilityRule } from '#evidence/judgement-fields.ts';
import { severityOf } from '#evidence/significance.ts';
import { grouped } from '#evidence/wording.ts';
import type { MarketView } from '#view/market-view.ts';
import type { SpikeWindows, VolumeBurst } from './volume-spike-burst.ts';

/** A spike is shown for two minutes after it was last unusual. */
const SHOWN_MS = 120_000;

export interface VolumeSpikeFacts {
  readonly id: string;
  readonly burst: VolumeBurst;
  readonly judgement: Judgement;
  readonly detectedNs: bigint;
  readonly status: FlowEventStatus;
  readonly windows: SpikeWindows;
  /** Contracts that are usual in ten seconds at this time of the day, and in the last minutes. */
  readonly usual: number;
  readonly recent: number;
  readonly percentile: number;
  readonly degraded: boolean;
}

function sideOf({ side }: VolumeBurst): BookSide | null {
  if (side === SIDE_BID) return 'bid';
  return side === SIDE_ASK ? 'ask' : null;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

function describe({ burst, recent }: VolumeSpikeFacts, view: MarketView): string {
  const price = (ticks: number): string => formatPrice(view.instrument, ticks);
  const seconds = Math.max(10, Math.round((burst.activeMs - burst.startMs) / 1000) + 10);
  const share = Math.round(100 * Math.max(burst.buyShare, 1 - burst.buyShare));
  const by = `${share}% by ${burst.buyShare >= 0.5 ? 'buyers' : 'sellers'}`;
  const times = recent > 0 ? `, at its height ${rounded(burst.peak / recent)} times the last minutes` : '';
  const where =
    burst.lowTicks === burst.highTicks
      ? `at ${price(burst.lowTicks)}`
      : `between ${price(burst.lowTicks)} and ${price(burst.highTicks)}`;
  return `${grouped(burst.volume)} traded in ${seconds} s ${where}${times}, ${by}`;
}

export function volumeSpikePattern(facts: VolumeSpikeFacts, view: MarketView): Pattern {
  const { burst, judgement, windows } = facts;
  const activeNs = BigInt(Math.round(burst.activeMs)) * NS_PER_MS;
  const updatedNs = activeNs > facts.detectedNs ? activeNs : facts.detectedNs;
  return {
    id: facts.id,
    type: 'volume_spike',
    sub: null,
    instrumentId: view.instrument.id,
    side: sideOf(burst),
    direction: null,
    priceTicks: burst.startTicks,
    levels: [{ label: 'range', lowTicks: burst.lowTicks, highTicks: burst.highTicks }],
    size: burst.volume,
    timeframe: windows.minute.tailProbability < windows.tenSeconds.tailProbability ? '60 s' : '10 s',
    tier: view.tier,
    exact: false,
    ...judgementFields(judgement),
    status: facts.status,
    startNs: burst.startNs,
    detectedNs: facts.detectedNs,
    updatedNs,
    expiresNs: updatedNs + BigInt(SHOWN_MS) * NS_PER_MS,
    degraded: facts.degraded,
    description: describe(facts, view),
    severity: severityOf(judgement.confidence, facts.percentile),
    evidence: {
      volume: burst.volume,
      peakOfTenSeconds: burst.peak,
      usualOfTenSeconds: rounded(facts.usual),
      recentOfTenSeconds: rounded(facts.recent),
      z: rounded(windows.tenSeconds.z),
      zOfMinute: rounded(windows.minute.z),
      tailProbability: Math.min(windows.tenSeconds.tailProbability, windows.minute.tailProbability),
      falseDiscovery: Math.min(windows.tenSeconds.falseDiscovery, windows.minute.falseDiscovery),
      buyShare: rounded(burst.buyShare),
      largestTrade: burst.largest,
      baselineWarm: windows.tenSeconds.warm,
      tier: view.tier,
      rules: [probabilityRule(judgement)],
    },
  };
}
