/** One thing that may be a programme: how long it has been seen, and the pattern made of it when it is raised. */

import { type BookSide, formatPrice, joinNs, MINUTE_MS, NS_PER_MS, type Pattern } from '@undertow/market';
import type { Judgement } from '#calibration/judge.ts';
import { judgementFields } from '#evidence/judgement-fields.ts';
import { severityOf } from '#evidence/significance.ts';
import { bookSide, grouped, rule } from '#evidence/wording.ts';
import type { MarketView } from '#view/market-view.ts';

/** A programme is shown for two minutes after it was last confirmed. */
const SHOWN_MS = 120_000;

export type ProgrammeKind = 'hidden' | 'clips';

/** A candidate of one side; slots are used again. */
export class Programme {
  readonly side: number;
  readonly kind: ProgrammeKind;
  isOpen = false;
  id = '';
  startMs = 0;
  startHi = 0;
  startLo = 0;
  startTicks = 0;
  lowTicks = 0;
  highTicks = 0;
  /** Last time that evidence came in, and last look. */
  supportMs = 0;
  lookMs = 0;
  /** Serial of its family of hidden orders. */
  serial = 0;
  /** Contracts executed, about. */
  executed = 0;
  tradedAtStart = 0;

  constructor(side: number, kind: ProgrammeKind) {
    this.side = side;
    this.kind = kind;
  }

  /** `traded`: contracts of the market so far. */
  begin(timeMs: number, priceTicks: number, traded: number): void {
    this.isOpen = true;
    this.startMs = timeMs;
    this.supportMs = timeMs;
    this.lookMs = Number.NEGATIVE_INFINITY;
    this.startTicks = priceTicks;
    this.lowTicks = priceTicks;
    this.highTicks = priceTicks;
    this.executed = 0;
    this.tradedAtStart = traded;
  }

  reach(priceTicks: number): void {
    this.lowTicks = Math.min(this.lowTicks, priceTicks);
    this.highTicks = Math.max(this.highTicks, priceTicks);
  }
}

/** Exchange time of a match event: milliseconds since 1970 UTC, and the nanoseconds that these round. */
export interface EventTime {
  timeMs: number;
  hi: number;
  lo: number;
}

/** Nanoseconds of an instant: those of the last event where it is that one; the clock counts in whole milliseconds. */
export function nsAt(timeMs: number, last: EventTime): bigint {
  return timeMs === last.timeMs ? joinNs(last.hi, last.lo) : BigInt(Math.round(timeMs)) * NS_PER_MS;
}

export interface RaisedProgramme {
  readonly programme: Programme;
  readonly id: string;
  readonly detectedNs: bigint;
  readonly priceTicks: number;
  /** The feed was recovering when it was raised. */
  readonly degraded: boolean;
  judgement: Judgement;
  emittedMs: number;
  emittedConfidence: number;
  updatedNs: bigint;
  status: 'open' | 'expired';
  streams: ProgrammeStreams;
}

/** What is under way on one side. */
export interface SideState {
  readonly side: number;
  readonly index: 0 | 1;
  readonly hidden: readonly Programme[];
  readonly clips: Programme;
  raised: RaisedProgramme | null;
}

/** The reported part of the evidence. */
export interface ProgrammeStreams {
  /** Hidden orders that show alike, the quantity they show, and how rarely chance does it, nats. */
  readonly hiddenOrders: number;
  readonly shown: number;
  readonly hiddenNats: number;
  readonly clipSize: number;
  readonly clipEvidence: number;
  readonly volumeShare: number;
}

const WORDS: Readonly<Record<BookSide, string>> = { bid: 'buying', ask: 'selling' };

function describe(programme: Programme, share: number, minutes: number, view: MarketView): string {
  const word = WORDS[bookSide(programme.side)];
  const from = formatPrice(view.instrument, programme.startTicks);
  const percent = Math.max(1, Math.round(100 * share));
  return `Institution-sized ${word} programme since ${Math.max(1, Math.round(minutes))} min from ${from}, about ${grouped(programme.executed)} executed, ${percent}% of the volume`;
}

function rulesOf(streams: ProgrammeStreams): Pattern['evidence'][string] {
  const { hiddenOrders, shown, hiddenNats, clipSize, clipEvidence } = streams;
  return [
    rule(
      hiddenOrders > 1
        ? `Hidden orders that show ${grouped(shown)} follow one another`
        : 'Hidden orders alike',
      String(hiddenOrders),
      `2 or more; by chance once in ${grouped(Math.round(Math.exp(Math.min(9, hiddenNats))))}`,
      hiddenOrders > 1,
    ),
    rule(
      clipSize > 0
        ? `Clips of about ${grouped(clipSize)} beyond the usual mix`
        : 'Clips beyond the usual mix',
      clipEvidence.toFixed(1),
      'usually above 4 deviations',
      clipEvidence > 4,
    ),
  ];
}

/** `percentile`: share of earlier programmes that were not larger. */
export function programmePattern(
  raised: RaisedProgramme,
  view: MarketView,
  timeMs: number,
  percentile: number,
): Pattern {
  const { judgement, programme, streams } = raised;
  const side = bookSide(programme.side);
  const minutes = Math.max(1 / 6, (timeMs - programme.startMs) / MINUTE_MS);
  return {
    id: raised.id,
    type: 'institutional_activity',
    sub: null,
    instrumentId: view.instrument.id,
    side,
    direction: side === 'bid' ? 'up' : 'down',
    priceTicks: raised.priceTicks,
    levels: [{ label: 'worked', lowTicks: programme.lowTicks, highTicks: programme.highTicks }],
    size: programme.executed,
    timeframe: '10 min',
    tier: view.tier,
    exact: false,
    ...judgementFields(judgement),
    status: raised.status,
    startNs: joinNs(programme.startHi, programme.startLo),
    detectedNs: raised.detectedNs,
    updatedNs: raised.updatedNs,
    expiresNs: raised.updatedNs + BigInt(SHOWN_MS) * NS_PER_MS,
    degraded: raised.degraded,
    description: describe(programme, streams.volumeShare, minutes, view),
    severity: severityOf(judgement.confidence, percentile),
    evidence: {
      executed: programme.executed,
      perMinute: Math.round(programme.executed / minutes),
      minutes,
      ...streams,
      tier: view.tier,
      rules: rulesOf(streams),
    },
  };
}
