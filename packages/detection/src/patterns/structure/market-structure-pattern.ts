/** Makes the patterns of market structure: a change of regime, a break of structure. */

import {
  type FlowEventStatus,
  formatPrice,
  MINUTE_MS,
  NS_PER_MS,
  type Pattern,
  type PatternDirection,
} from '@undertow/market';
import type { Judgement } from '#calibration/judge.ts';
import { eventId } from '#evidence/event-id.ts';
import { judgementFields, probabilityRule } from '#evidence/judgement-fields.ts';
import { severityOf } from '#evidence/significance.ts';
import { rule } from '#evidence/wording.ts';
import type { MarketView } from '#view/market-view.ts';
import { MEASURES } from './market-structure-measures.ts';
import type { RegimeState } from './market-structure-regime.ts';

/** A regime is shown for ten minutes after its last update, a break for five. */
const REGIME_SHOWN_NS = 600_000_000_000n;
const BREAK_SHOWN_NS = 300_000_000_000n;

export interface RaisedRegime {
  readonly candidateMs: number;
  readonly startNs: bigint;
  readonly detectedNs: bigint;
  updatedNs: bigint;
  readonly priceTicks: number;
  /** Name of the regime before, null where none was raised. */
  readonly before: string | null;
  judgement: Judgement;
  name?: string;
  readonly degraded: boolean;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

function regimeDirection(name: string | undefined): PatternDirection | null {
  if (name === 'trend up') return 'up';
  return name === 'trend down' ? 'down' : null;
}

export function regimePattern(
  raised: RaisedRegime,
  state: RegimeState,
  view: MarketView,
  status: FlowEventStatus,
): Pattern {
  const { judgement, name = 'range' } = raised;
  const price = formatPrice(view.instrument, raised.priceTicks);
  const minutes = Math.max(1, Math.round(Number(raised.updatedNs - raised.startNs) / 60e9));
  const since = `for ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}, from ${price}`;
  return {
    id: eventId({
      detector: 'market_structure/regime',
      instrumentId: view.instrument.id,
      side: '',
      priceTicks: raised.priceTicks,
      startNs: raised.startNs,
      // Two regimes may have begun at one instant and price, each seen later than the other
      key: String(raised.detectedNs),
    }),
    type: 'market_structure',
    sub: 'regime',
    instrumentId: view.instrument.id,
    side: null,
    direction: regimeDirection(name),
    priceTicks: raised.priceTicks,
    levels: [],
    size: 0,
    timeframe: '30 s',
    tier: view.tier,
    exact: false,
    ...judgementFields(judgement),
    status,
    startNs: raised.startNs,
    detectedNs: raised.detectedNs,
    updatedNs: raised.updatedNs,
    expiresNs: raised.updatedNs + REGIME_SHOWN_NS,
    degraded: raised.degraded,
    description: `The market changed its regime: ${name} ${since}${raised.before === null || raised.before === name ? '' : `, ${raised.before} before`}`,
    severity: severityOf(judgement.confidence, 0),
    evidence: {
      regime: name,
      before: raised.before,
      means: Object.fromEntries(MEASURES.map((measure) => [measure, rounded(state.mean(measure))])),
      drift: rounded(state.drift(state.newLength)),
      posterior: rounded(state.posterior.atMost(3)),
      tier: view.tier,
      rules: [probabilityRule(judgement)],
    },
  };
}

export interface StructureBreak {
  readonly sub: 'break_of_structure' | 'change_of_character';
  /** 1 upwards, -1 downwards. */
  readonly direction: number;
  /** The swing that was closed beyond, and the close. */
  readonly levelTicks: number;
  readonly levelMs: number;
  readonly closeTicks: number;
  /** Swings before the break: `HH`, `HL`, `LH`, `LL`, oldest first. */
  readonly swings: readonly string[];
  readonly timeNs: bigint;
  readonly targetTicks: number;
  readonly insideTicks: number;
  readonly judgement: Judgement;
  readonly degraded: boolean;
}

/** What is undecided after this time did not follow. */
export const DECIDED_WITHIN_MS = 30 * MINUTE_MS;

/** What became of a break: price continued, returned inside, or neither in time. */
export type BreakOutcome = 'open' | 'followed' | 'came back' | 'undecided' | 'interrupted';

const BREAK_STATUS: Readonly<Record<BreakOutcome, FlowEventStatus>> = {
  open: 'open',
  followed: 'confirmed',
  'came back': 'failed',
  undecided: 'expired',
  interrupted: 'expired',
};

export function breakPattern(
  one: StructureBreak,
  outcome: BreakOutcome,
  updatedNs: bigint,
  view: MarketView,
): Pattern {
  const { judgement, direction, levelTicks, closeTicks, targetTicks, insideTicks } = one;
  const price = (ticks: number): string => formatPrice(view.instrument, ticks);
  const up = direction > 0;
  const swing = `swing ${up ? 'high' : 'low'} ${price(levelTicks)}`;
  const meaning =
    one.sub === 'change_of_character' ? 'against the last breaks' : 'in the direction of the last breaks';
  return {
    id: eventId({
      detector: 'market_structure/break',
      instrumentId: view.instrument.id,
      side: up ? 'bid' : 'ask',
      priceTicks: levelTicks,
      startNs: one.timeNs,
      key: '',
    }),
    type: 'market_structure',
    sub: one.sub,
    instrumentId: view.instrument.id,
    side: up ? 'bid' : 'ask',
    direction: up ? 'up' : 'down',
    priceTicks: closeTicks,
    levels: [
      { label: 'break', lowTicks: levelTicks, highTicks: levelTicks },
      { label: 'target', lowTicks: targetTicks, highTicks: targetTicks },
    ],
    size: 0,
    timeframe: '1 min',
    tier: view.tier,
    exact: false,
    ...judgementFields(judgement),
    status: BREAK_STATUS[outcome],
    startNs: one.timeNs,
    detectedNs: one.timeNs,
    updatedNs,
    expiresNs: updatedNs + BREAK_SHOWN_NS,
    degraded: one.degraded,
    description: `A minute closed at ${price(closeTicks)}, ${up ? 'above' : 'below'} the ${swing}, ${meaning}`,
    barriers: {
      winTicks: targetTicks,
      loseTicks: insideTicks,
      withinMs: DECIDED_WITHIN_MS,
      stayMs: 0,
    },
    severity: severityOf(judgement.confidence, 0),
    evidence: {
      levelTicks,
      levelNs: String(BigInt(Math.round(one.levelMs)) * NS_PER_MS),
      closeTicks,
      swings: one.swings,
      confidenceOf: `${price(targetTicks)} is traded before ${price(insideTicks)}`,
      targetTicks,
      insideTicks,
      outcome,
      tier: view.tier,
      rules: [
        rule(
          'Minute close beyond the swing, ticks',
          (closeTicks - levelTicks) * direction,
          'at least 1',
          true,
        ),
      ],
    },
  };
}
