/** The views of every running instrument: the real-time one and one for each delay of the plans. */
import type { FeedStatus, SessionFacts } from '@undertow/contracts';
import type { Feed } from '@undertow/feeds';
import {
  type ExchangeCalendar,
  type FlowEvent,
  type Instrument,
  isChangedBy,
  type Pattern,
  productCalendar,
  settledMsOf,
} from '@undertow/market';
import { isolated } from '#live/tasks/isolated.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import { DelayedView } from './delayed-view.ts';
import { GateClock } from './gate-clock.ts';
import { InstrumentView } from './instrument-view.ts';
import type { BarsBefore } from './stored-bars.ts';

export interface ViewBoardInput {
  /** Names the line in the keys of its views. */
  readonly line: string;
  readonly feed: Feed;
  /** Delays beside real time, in seconds. */
  readonly delays: readonly number[];
  readonly calendar: ExchangeCalendar;
  barsBefore(instrumentId: number): BarsBefore;
  monotonicMs(): number;
  /** Called with each update when it becomes visible in a view. */
  onVisible(view: InstrumentView, update: InstrumentUpdate): void;
  /** Receives what one view threw: the other views get their updates anyway. */
  onFault(error: unknown): void;
}

interface InstrumentViews {
  readonly realTime: InstrumentView;
  readonly delayed: readonly DelayedView[];
  readonly stored: BarsBefore;
  /** The last profile in a recorded frame. */
  profile: SessionFacts['profile'];
}

export class ViewBoard {
  readonly gate: GateClock;
  readonly #input: ViewBoardInput;
  readonly #views = new Map<number, InstrumentViews>();

  constructor(input: ViewBoardInput) {
    this.#input = input;
    const { feed, monotonicMs } = input;
    this.gate = new GateClock({ source: feed.source, feedNowMs: () => feed.nowMs(), monotonicMs });
  }

  find(instrumentId: number, delaySeconds: number): InstrumentView | undefined {
    const views = this.#views.get(instrumentId);
    if (delaySeconds === 0) return views?.realTime;
    return views?.delayed.find(({ view }) => view.delaySeconds === delaySeconds)?.view;
  }

  /** The instant that views of a delay show. */
  presentMs(delaySeconds: number): number {
    return delaySeconds === 0 ? this.#input.feed.nowMs() : this.gate.nowMs() - delaySeconds * 1000;
  }

  /** Creates the views of an instrument, empty; those that exist stay. */
  make(instrument: Instrument): void {
    if (this.#views.has(instrument.id)) return;
    const stored = this.#input.barsBefore(instrument.id);
    this.#views.set(instrument.id, {
      stored,
      profile: [],
      realTime: this.#view(instrument, 0, stored),
      delayed: this.#input.delays.map((seconds) => {
        const view = this.#view(instrument, seconds, stored);
        return new DelayedView(view, this.gate, (shown, update) => this.#input.onVisible(shown, update));
      }),
    });
  }

  /** Removes the views of an instrument. */
  drop(instrumentId: number): void {
    this.#views.delete(instrumentId);
  }

  #view(instrument: Instrument, delaySeconds: number, stored: BarsBefore): InstrumentView {
    const { line, feed, calendar } = this.#input;
    return new InstrumentView({
      line,
      instrument,
      delaySeconds,
      calendar: productCalendar(calendar, instrument),
      stored,
      firstStatus: () => firstStatus(feed, instrument.id),
      presentMs: () => this.presentMs(delaySeconds),
    });
  }

  /** An update of the bus: visible at once in real time, later in the others. */
  onUpdate(update: InstrumentUpdate): void {
    const views = this.#views.get(update.instrumentId);
    if (views === undefined) return;
    views.realTime.fold(update);
    const { firstBarMs } = views.realTime;
    if (firstBarMs !== null) views.stored.endsAt(firstBarMs);
    const { onVisible, onFault } = this.#input;
    isolated(() => onVisible(views.realTime, update), onFault);
    for (const delayed of views.delayed) isolated(() => delayed.add(update), onFault);
  }

  /** An update that another process published before this one followed it: its delay counts from when it arrived there. */
  follow(update: InstrumentUpdate): void {
    const views = this.#views.get(update.instrumentId);
    if (views === undefined) return;
    views.realTime.fold(update);
    const { firstBarMs } = views.realTime;
    if (firstBarMs !== null) views.stored.endsAt(firstBarMs);
    for (const delayed of views.delayed) isolated(() => delayed.add(update, true), this.#input.onFault);
  }

  /**
   * An update that an earlier process recorded. Its bars stay in storage: recorded updates may have gaps where that
   * process ended, stored bars have none.
   */
  refill(update: InstrumentUpdate): void {
    const views = this.#views.get(update.instrumentId);
    if (views === undefined) return;
    const { facts } = update;
    // Frames contain the profile once a minute
    if (facts !== null && facts.profile.length > 0) views.profile = facts.profile;
    const whole = facts === null ? null : { ...facts, profile: views.profile };
    // Gaps are in storage too, where those that a killed process left open have an end
    const recorded = { ...update, closedBars: [], facts: whole, gaps: [] };
    views.realTime.fold({ ...recorded, formingBar: null });
    for (const delayed of views.delayed) delayed.add(recorded, true);
  }

  /** Events and patterns that were stored earlier, where a view is past their last change; those of its last seconds are in frames. */
  putStored(instrumentId: number, events: readonly FlowEvent[], patterns: readonly Pattern[]): void {
    const views = this.#views.get(instrumentId);
    if (views === undefined) return;
    for (const view of [views.realTime, ...views.delayed.map((delayed) => delayed.view)]) {
      const settledMs = settledMsOf(view.asOfMs, view.delaySeconds);
      for (const event of events) if (isChangedBy(event, settledMs)) view.putStoredEvent(event);
      for (const pattern of patterns) if (isChangedBy(pattern, settledMs)) view.putStoredPattern(pattern);
    }
  }

  /** Ends what the real-time view was refilled with of another contract than the feed serves now. */
  endOtherContract(instrumentId: number): void {
    const view = this.#views.get(instrumentId)?.realTime;
    if (view === undefined || view.contract === '') return;
    if (view.contract !== this.#input.feed.contractOf(instrumentId).code) view.endContract();
  }

  /** Makes visible what became old enough. */
  advance(): void {
    for (const { delayed } of this.#views.values())
      for (const view of delayed) isolated(() => view.advance(), this.#input.onFault);
  }
}

function firstStatus(feed: Feed, instrumentId: number): FeedStatus {
  return {
    instrumentId,
    state: feed.isHeldBack === true ? 'halted' : 'syncing',
    source: feed.source,
    contract: feed.contractOf(instrumentId).code,
    tier: feed.tier,
    replaySpeed: feed.replaySpeed,
    ...(feed.isReplay === true ? { isReplay: true } : {}),
    lastMessageAt: null,
    exchangeToServerMs: null,
    tradesPerSecond: 0,
    gapsToday: 0,
    resyncsToday: 0,
    lastGap: null,
    opensAt: null,
  };
}
