/**
 * Institutional activity: a large order worked in pieces (metaorder). Nobody's identity is in the data, only that one
 * side carries out a programme of institution size: hidden orders that show alike follow one another, or clips of one
 * size class come evenly and in one direction. Each is a candidate that lasts while its evidence comes. Reference:
 * detection, 11.2.
 */

import {
  type MatchEvent,
  NO_PRICE,
  NS_PER_MS,
  ROUND_AUCTION,
  ROUND_STOP,
  SECOND_MS,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { isRaised } from '#calibration/judge.ts';
import { eventId } from '#evidence/event-id.ts';
import { isWithdrawn } from '#evidence/judgement-fields.ts';
import { SizeRank } from '#evidence/significance.ts';
import { bookSide } from '#evidence/wording.ts';
import type { Detector, DetectorContext, DetectorEntry } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import { ClipBands, sizeOf } from './institutional-clips.ts';
import type { HiddenFamily } from './institutional-families.ts';
import { SignFlow } from './institutional-flow.ts';
import { PassiveFlow } from './institutional-passive.ts';
import {
  type EventTime,
  nsAt,
  Programme,
  type ProgrammeStreams,
  programmePattern,
  type RaisedProgramme,
  type SideState,
} from './institutional-programme.ts';
import { clipFeatures, hiddenEvidence, INSTITUTIONAL, INSTITUTIONAL_CLIPS } from './institutional-weights.ts';

const STEP_MS = 10_000;
/** A candidate is looked at again after this time; hidden orders at once when one joins. */
const LOOK_MS = 30_000;
/** Without new evidence for this long a candidate is over. */
const SILENCE_MS = 240_000;
/** Clips are weighed each half minute. */
const CLIP_STEPS = 3;
/** Deviations from which on clips are a candidate, and that keep it alive. */
const OPEN_CLIPS = 3;
const SUPPORT_CLIPS = 2.5;
const EMIT_EVERY_MS = 30_000;
const EMIT_CHANGE = 0.05;

class InstitutionalDetector implements Detector {
  readonly #context: DetectorContext;
  readonly #passive = new PassiveFlow((side, family) => this.#onRelated(side, family));
  readonly #sides: readonly [SideState, SideState];
  readonly #clips = new ClipBands();
  readonly #flow = new SignFlow();
  readonly #sizes = new SizeRank();
  #secondMs = Number.NaN;
  #stepMs = Number.NaN;
  #steps = 0;
  readonly #last: EventTime = { timeMs: Number.NaN, hi: 0, lo: 0 };
  #degraded = false;

  constructor(context: DetectorContext) {
    this.#context = context;
    this.#sides = [this.#sideState(SIDE_BID, 0), this.#sideState(SIDE_ASK, 1)];
  }

  onMatch(event: MatchEvent, view: MarketView): void {
    const { rounds } = event;
    if (view.tier === 'L3') this.#passive.readOrders(event);
    if (rounds.count === 0 || rounds.kind[0] === ROUND_AUCTION) return;
    this.#last.hi = event.timeHi;
    this.#last.lo = event.timeLo;
    this.#last.timeMs = event.timeMs;
    this.#degraded = event.degraded;
    this.#passive.readTrades(event);
    if (view.tier === 'L3') this.#passive.readFills(event);
    else if (view.tier === 'L2S') this.#passive.readLevels(event);
    for (let round = 0; round < rounds.count; round += 1) {
      const side = rounds.side[round]!;
      // Elected stops belong to many; they are no evidence of a programme.
      if (rounds.kind[round] === ROUND_STOP || (side !== SIDE_BID && side !== SIDE_ASK)) continue;
      this.#flow.add(side === SIDE_BID ? 1 : -1);
      this.#clips.add(side === SIDE_BID ? 0 : 1, rounds.size[round]!);
    }
  }

  onClock(timeMs: number, view: MarketView): void {
    if (timeMs < this.#secondMs + SECOND_MS) return;
    this.#secondMs = timeMs;
    this.#flow.everySecond();
    if (timeMs < this.#stepMs + STEP_MS) return;
    const first = Number.isNaN(this.#stepMs);
    this.#stepMs = timeMs;
    if (first) return;
    this.#steps += 1;
    if (this.#steps % CLIP_STEPS === 0) this.#clips.step();
    for (const state of this.#sides) this.#step(state, timeMs, view);
  }

  onDiscontinuity(timeMs: number): void {
    this.#passive.clear();
    this.#clips.clear();
    for (const state of this.#sides) {
      this.#lower(state, timeMs, this.#context.view);
      for (const programme of [...state.hidden, state.clips]) programme.isOpen = false;
    }
  }

  #sideState(side: number, index: 0 | 1): SideState {
    return {
      side,
      index,
      hidden: this.#passive.familiesOf(side).families.map(() => new Programme(side, 'hidden')),
      clips: new Programme(side, 'clips'),
      raised: null,
    };
  }

  /** A hidden order joined those like it. */
  #onRelated(side: number, family: HiddenFamily): void {
    const state = this.#sides[side === SIDE_BID ? 0 : 1];
    const at = this.#passive.familiesOf(side).families.indexOf(family);
    const programme = state.hidden[at]!;
    if (programme.isOpen && programme.serial !== family.serial)
      this.#end(state, programme, this.#last.timeMs, this.#context.view);
    if (!programme.isOpen) {
      this.#begin(programme, this.#last.timeMs, family.startTicks);
      programme.serial = family.serial;
      programme.startMs = family.startMs;
      programme.tradedAtStart = family.tradedAtStart;
    }
    this.#followFamily(programme, family);
    this.#look(state, programme, family, this.#last.timeMs, this.#context.view);
  }

  #followFamily(programme: Programme, family: HiddenFamily): void {
    programme.supportMs = family.lastMs;
    programme.executed = family.contracts;
    programme.reach(family.lowTicks);
    programme.reach(family.highTicks);
  }

  #step(state: SideState, timeMs: number, view: MarketView): void {
    const { side, index, clips } = state;
    const { families } = this.#passive.familiesOf(side);
    for (const [at, programme] of state.hidden.entries()) {
      const family = families[at]!;
      if (!programme.isOpen) continue;
      if (programme.serial !== family.serial) {
        this.#end(state, programme, timeMs, view);
        continue;
      }
      // Without a further fill there is no new evidence.
      const isNew = family.lastMs > programme.lookMs;
      this.#followFamily(programme, family);
      if (isNew || timeMs > family.lastMs + SILENCE_MS) this.#goOn(state, programme, family, timeMs, view);
    }
    const band = this.#clips.bands[index];
    if (!clips.isOpen && band.evidence >= OPEN_CLIPS) this.#begin(clips, timeMs, view.lastTicks);
    if (clips.isOpen) {
      if (band.evidence >= SUPPORT_CLIPS) clips.supportMs = timeMs;
      const halfMinutes = 1 + (timeMs - clips.startMs) / (CLIP_STEPS * STEP_MS);
      clips.executed = Math.max(clips.executed, Math.round(halfMinutes * band.excess * sizeOf(band)));
    }
    if (!clips.isOpen) return;
    if (view.lastTicks !== NO_PRICE) clips.reach(view.lastTicks);
    this.#goOn(state, clips, null, timeMs, view);
  }

  #goOn(
    state: SideState,
    programme: Programme,
    family: HiddenFamily | null,
    timeMs: number,
    view: MarketView,
  ): void {
    if (timeMs > programme.supportMs + SILENCE_MS) this.#end(state, programme, timeMs, view);
    else if (timeMs >= programme.lookMs + LOOK_MS) this.#look(state, programme, family, timeMs, view);
  }

  #end(state: SideState, programme: Programme, timeMs: number, view: MarketView): void {
    programme.isOpen = false;
    if (state.raised?.programme === programme) this.#lower(state, timeMs, view);
  }

  #begin(programme: Programme, timeMs: number, ticks: number): void {
    const priceTicks = ticks === NO_PRICE ? 0 : ticks;
    programme.begin(timeMs, priceTicks, this.#passive.traded);
    programme.startHi = this.#last.hi;
    programme.startLo = this.#last.lo;
    programme.id = eventId({
      detector: 'institutional_activity',
      instrumentId: this.#context.view.instrument.id,
      side: bookSide(programme.side),
      priceTicks,
      startNs: BigInt(Math.round(timeMs)) * NS_PER_MS,
      key: programme.kind,
    });
  }

  #look(
    state: SideState,
    programme: Programme,
    family: HiddenFamily | null,
    timeMs: number,
    view: MarketView,
  ): void {
    programme.lookMs = timeMs;
    const { side, index } = state;
    const flow = side === SIDE_BID ? this.#flow.slow : -this.#flow.slow;
    const judgement = this.#context.judge.judge(family === null ? INSTITUTIONAL_CLIPS : INSTITUTIONAL, {
      key: programme.id,
      side,
      timeMs,
      priceLowTicks: programme.lowTicks,
      priceHighTicks: programme.highTicks,
      // Clips are nobody's in particular; on feeds without orders the id is 0.
      orderHi: family?.newestHi ?? 0,
      orderLo: family === null || view.tier !== 'L3' ? 0 : family.newest,
      features:
        family === null
          ? clipFeatures(this.#clips.bands[index], flow, view)
          : [hiddenEvidence(family, this.#passive.traded, flow)],
    });
    const { raised } = state;
    if (raised?.programme === programme) {
      raised.judgement = judgement;
      raised.streams = this.#streamsOf(state, programme, family);
      if (isWithdrawn(judgement)) this.#end(state, programme, timeMs, view);
      else this.#emitChange(raised, timeMs, view);
    } else if (raised === null && isRaised(judgement)) {
      const detectedNs = nsAt(timeMs, this.#last);
      state.raised = {
        programme,
        id: programme.id,
        detectedNs,
        priceTicks: view.lastTicks === NO_PRICE ? programme.startTicks : view.lastTicks,
        degraded: this.#degraded,
        judgement,
        emittedMs: timeMs,
        emittedConfidence: judgement.confidence,
        updatedNs: detectedNs,
        status: 'open',
        streams: this.#streamsOf(state, programme, family),
      };
      this.#emit(state.raised, timeMs, view, 'new');
      this.#sizes.remember(programme.executed);
    }
  }

  #emitChange(raised: RaisedProgramme, timeMs: number, view: MarketView): void {
    const moved = Math.abs(raised.judgement.confidence - raised.emittedConfidence) >= EMIT_CHANGE;
    if (moved || timeMs >= raised.emittedMs + EMIT_EVERY_MS) this.#emit(raised, timeMs, view, 'update');
  }

  #streamsOf({ index }: SideState, programme: Programme, family: HiddenFamily | null): ProgrammeStreams {
    const band = this.#clips.bands[index];
    const volume = Math.max(programme.executed, this.#passive.traded - programme.tradedAtStart);
    return {
      hiddenOrders: family?.members ?? 0,
      shown: family?.shown ?? 0,
      hiddenNats: Math.round(10 * (family?.surprise ?? 0)) / 10,
      clipSize: Math.round(sizeOf(band)),
      clipEvidence: band.evidence,
      volumeShare: volume > 0 ? programme.executed / volume : 0,
    };
  }

  #lower(state: SideState, timeMs: number, view: MarketView): void {
    const { raised } = state;
    if (raised === null) return;
    raised.status = 'expired';
    this.#emit(raised, timeMs, view, 'update');
    state.raised = null;
  }

  #emit(raised: RaisedProgramme, timeMs: number, view: MarketView, change: 'new' | 'update'): void {
    raised.emittedMs = timeMs;
    raised.emittedConfidence = raised.judgement.confidence;
    // The end of a programme is no news that makes it visible again.
    if (raised.status === 'open') raised.updatedNs = nsAt(timeMs, this.#last);
    const percentile = this.#sizes.percentile(raised.programme.executed);
    this.#context.emitPattern(programmePattern(raised, view, timeMs, percentile), change);
  }
}

export const INSTITUTIONAL_ACTIVITY: DetectorEntry = {
  type: 'institutional_activity',
  sub: null,
  models: [INSTITUTIONAL, INSTITUTIONAL_CLIPS],
  clock: 'second',
  availability: () => ({ available: true }),
  create: (context) => new InstitutionalDetector(context),
};
