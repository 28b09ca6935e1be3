/** One direction in which a programme may be under way: its running evidence, and the pattern made of it. */

import { type BookSide, formatTicks, joinNs, type Pattern } from '@undertow/market';
import type { Judgement } from '#learning/judge.ts';
import type { MarketView } from '#market-view.ts';
import { severityOf } from '#primitives/significance.ts';
import { toldJudgement } from '#primitives/told-judgement.ts';
import { bookSide, grouped, rule } from '#primitives/wording.ts';

/** A programme is shown for two minutes after it was last confirmed. */
const SHOWN_MS = 120_000;
const NS_PER_MS = 1_000_000n;
const MS_PER_MINUTE = 60_000;

/** Deviations of each kind of evidence in the programme's direction. */
export interface ProgrammeStreams {
  readonly flow: number;
  readonly clips: number;
  readonly hidden: number;
  readonly slices: number;
  readonly large: number;
}

export class Programme {
  readonly side: number;
  readonly sign: number;
  /** Sum of log-likelihood ratios, bounded; it opens a candidate and closes it. */
  evidence = 0;
  isOpen = false;
  id = '';
  /** When the evidence left nothing, milliseconds and nanoseconds. */
  startMs = 0;
  startHi = 0;
  startLo = 0;
  startTicks = 0;
  lowTicks = 0;
  highTicks = 0;
  /** Contracts at the start: aggressive ones of its direction less the other's, and passive ones. */
  flowAtStart = 0;
  passiveAtStart = 0;
  /** Last time that evidence came in. */
  supportMs = 0;
  executed = 0;
  streams: ProgrammeStreams = { flow: 0, clips: 0, hidden: 0, slices: 0, large: 0 };
  clipSize = 0;
  raised: RaisedProgramme | null = null;

  constructor(side: number, sign: number) {
    this.side = side;
    this.sign = sign;
  }

  reach(priceTicks: number): void {
    this.lowTicks = Math.min(this.lowTicks, priceTicks);
    this.highTicks = Math.max(this.highTicks, priceTicks);
  }
}

export interface RaisedProgramme {
  readonly sub: string | null;
  readonly detectedNs: bigint;
  readonly priceTicks: number;
  /** The feed was recovering when it was raised. */
  readonly degraded: boolean;
  judgement: Judgement;
  toldMs: number;
  toldConfidence: number;
  updatedNs: bigint;
  status: 'open' | 'expired';
}

const WORDS: Readonly<Record<BookSide, string>> = { bid: 'buying', ask: 'selling' };

function describe(programme: Programme, minutes: number, view: MarketView): string {
  const word = WORDS[bookSide(programme.side)];
  const large = programme.raised?.sub === 'large_order';
  const subject = large
    ? `Few large ${word} orders of institution size`
    : `Institution-sized ${word} programme`;
  const from = formatTicks(view.instrument, programme.startTicks);
  return `${subject} since ${Math.max(1, Math.round(minutes))} min from ${from}, about ${grouped(programme.executed)} executed`;
}

function rulesOf({ streams, clipSize }: Programme): Pattern['evidence'][string] {
  const told = (name: string, value: number): Pattern['evidence'][string] =>
    rule(name, value.toFixed(1), 'usually above 1.5', value > 1.5);
  return [
    told('One-sided aggressors beyond their own memory', streams.flow),
    told(clipSize > 0 ? `Repeated clips of ${grouped(clipSize)}` : 'Repeated clips', streams.clips),
    told('Hidden tranches of one side', streams.hidden),
    told('Slices that answer fills', streams.slices),
    told('Very large aggressors', streams.large),
  ];
}

/** `percentile`: share of earlier programmes that were not larger. */
export function programmePattern(
  programme: Programme,
  raised: RaisedProgramme,
  view: MarketView,
  timeMs: number,
  percentile: number,
): Pattern {
  const { judgement } = raised;
  const side = bookSide(programme.side);
  const minutes = Math.max(1 / 6, (timeMs - programme.startMs) / MS_PER_MINUTE);
  return {
    id: programme.id,
    type: 'institutional_activity',
    sub: raised.sub,
    instrumentId: view.instrument.id,
    side,
    direction: side === 'bid' ? 'up' : 'down',
    priceTicks: raised.priceTicks,
    levels: [{ label: 'worked', lowTicks: programme.lowTicks, highTicks: programme.highTicks }],
    size: programme.executed,
    timeframe: '10 min',
    tier: view.tier,
    exact: false,
    ...toldJudgement(judgement),
    status: raised.status,
    startNs: joinNs(programme.startHi, programme.startLo),
    detectedNs: raised.detectedNs,
    updatedNs: raised.updatedNs,
    expiresNs: raised.updatedNs + BigInt(SHOWN_MS) * NS_PER_MS,
    degraded: raised.degraded,
    description: describe(programme, minutes, view),
    severity: severityOf(judgement.confidence, percentile),
    evidence: {
      executed: programme.executed,
      perMinute: Math.round(programme.executed / minutes),
      minutes,
      evidence: programme.evidence,
      ...programme.streams,
      clipSize: programme.clipSize,
      tier: view.tier,
      rules: rulesOf(programme),
    },
  };
}
