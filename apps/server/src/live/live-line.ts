/** The live line: sessions, views, sockets, recorder and alerts put together, from a feed to those who watch it. */
import type { IncomingMessage } from 'node:http';
import type { FeedStatus } from '@undertow/contracts';
import type { Feed } from '@undertow/feeds';
import {
  type ExchangeCalendar,
  FLOW_EVENT_TYPES,
  type FlowEvent,
  type Instrument,
  PATTERN_TYPES,
} from '@undertow/market';
import type { WebSocket } from 'ws';
import type { AuditLog } from '#account-dependencies.ts';
import type { AlertDebts, AlertRuleStore, AlertStore } from '#alert-dependencies.ts';
import type {
  Bus,
  Clock,
  Entitlements,
  EventWindow,
  InstrumentUpdate,
  LiveView,
  LiveViews,
  MarketStore,
  PreferenceStore,
  TrackStore,
} from '#dependencies.ts';
import { AlertDispatch } from './alert-dispatch.ts';
import { cutEventWindow } from './event-window.ts';
import { decodeFrame } from './frame-codec.ts';
import type { InstrumentView } from './instrument-view.ts';
import type { LiveLog } from './live-log.ts';
import { Publisher } from './publisher.ts';
import { Recorder } from './recorder.ts';
import { SessionRegistry } from './session-registry.ts';
import { SocketHub } from './socket.ts';
import type { SocketUser } from './socket-client.ts';
import { TrackWriter } from './track-writer.ts';
import { ViewBoard } from './view-board.ts';
import { windowEndMs } from './window-end.ts';

const FRAMES_MS = 30 * 60_000;
const MAX_STORED_EVENTS = 1200;
/** ES: runs from the start, so that the first chart is never empty. */
const FIRST_INSTRUMENT = 1;

export interface LiveLineInput {
  readonly feed: Feed;
  readonly calendar: ExchangeCalendar;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly audit: AuditLog;
  readonly marketStore: MarketStore;
  readonly trackStore: TrackStore;
  readonly alertStore: AlertStore;
  readonly alertRules: AlertRuleStore;
  readonly alertDebts: AlertDebts;
  readonly preferences: Pick<PreferenceStore, 'get'>;
  readonly entitlements: Entitlements;
  readonly log: LiveLog;
  /** Milliseconds of a source that never jumps; the process's own by default. */
  readonly monotonicMs?: () => number;
}

export interface LiveLineStatus {
  readonly source: Feed['source'];
  readonly run: string;
  readonly instruments: readonly FeedStatus[];
  readonly sockets: number;
  readonly published: number;
  readonly recorder: { readonly waiting: number; readonly lastError: string | null };
  readonly alerts: { readonly rules: number; readonly waiting: number };
}

export interface LiveLine {
  readonly views: LiveViews;
  /** Takes over a socket whose upgrade http allowed; the user is the session's. */
  attachSocket(request: IncomingMessage, socket: WebSocket, user: SocketUser): void;
  /** Sessions of a user with an open socket. */
  liveSessionsOf(userId: string): ReadonlySet<string>;
  /** For health: cheap, no I/O. */
  status(): LiveLineStatus;
  /** Tells clients, stores what waits, closes the feed. */
  close(): Promise<void>;
}

/** Starts the line and the default instrument, so that the first chart is never empty. */
export function createLiveLine(input: LiveLineInput): LiveLine {
  return new RunningLine(input);
}

class RunningLine implements LiveLine {
  readonly views: LiveViews;
  readonly #input: LiveLineInput;
  readonly #board: ViewBoard;
  readonly #sessions: SessionRegistry;
  readonly #recorder: Recorder;
  readonly #trackWriter: TrackWriter;
  readonly #hub: SocketHub;
  readonly #alerts: AlertDispatch;
  readonly #publisher: Publisher;
  readonly #unsubscribe: () => void;

  constructor(input: LiveLineInput) {
    this.#input = input;
    const { feed, calendar, bus, marketStore: store, log } = input;
    const monotonicMs = input.monotonicMs ?? (() => performance.now());
    this.#board = new ViewBoard({
      feed,
      calendar,
      store,
      monotonicMs,
      onVisible: (view, update) => this.#onVisible(view, update),
    });
    this.#alerts = new AlertDispatch({
      ...input,
      source: feed.source,
      gateNowMs: () => this.#board.gate.nowMs(),
    });
    this.#alerts.start();
    this.#hub = new SocketHub({ ...input, monotonicMs, view: (id, delay) => this.#view(id, delay) });
    this.#unsubscribe = bus.subscribe('instrument', (update) => this.#board.onUpdate(update));
    this.#trackWriter = new TrackWriter(bus, input.trackStore, log);
    this.#recorder = new Recorder({
      bus,
      store,
      log,
      feedNowMs: () => feed.nowMs(),
      tape: (id) => this.#sessions.get(id)?.tape,
    });
    this.#sessions = new SessionRegistry({
      feed,
      calendar,
      store,
      log,
      onUpdate: (update) => this.#publisher.publish(update),
      beforeOpen: (instrument) => this.#refill(instrument),
    });
    this.#publisher = new Publisher({
      bus,
      sessions: () => this.#sessions.all(),
      afterTick: () => this.#board.advance(),
      onFault: (error) => log.error({ err: error }, 'round of updates failed'),
    });
    this.views = {
      instrumentIds: feed.instrumentIds,
      view: (id, delay): LiveView | undefined => this.#view(id, delay),
      peek: (id, delay): LiveView | undefined => this.#board.find(id, delay),
      present: (delay) => ({ source: feed.source, asOfMs: this.#board.presentMs(delay) }),
      recentWindow: (event) => this.#recentWindow(event),
    };
    const first = feed.instrumentIds.includes(FIRST_INSTRUMENT) ? FIRST_INSTRUMENT : feed.instrumentIds[0];
    if (first !== undefined) this.#start(first);
  }

  #start(instrumentId: number): boolean {
    return this.#sessions.start(instrumentId, (instrument) => this.#board.make(instrument));
  }

  #view(instrumentId: number, delaySeconds: number): InstrumentView | undefined {
    return this.#start(instrumentId) ? this.#board.find(instrumentId, delaySeconds) : undefined;
  }

  #recentWindow(event: FlowEvent): EventWindow | undefined {
    const tape = this.#sessions.get(event.instrumentId)?.tape;
    return tape && cutEventWindow(tape, event, Math.min(windowEndMs(event), this.#input.feed.nowMs()), event);
  }

  #onVisible(view: InstrumentView, update: InstrumentUpdate): void {
    this.#hub.onViewChange(view, update);
    this.#alerts.onVisible({
      instrument: view.instrument,
      delaySeconds: view.delaySeconds,
      update,
      nowMs: this.#input.feed.nowMs(),
    });
  }

  /** Gives the views what an earlier process recorded. A replay begins its tape anew and knows nothing of it. */
  async #refill(instrument: Instrument): Promise<void> {
    const { feed, calendar, marketStore: store, log } = this.#input;
    if (feed.source === 'replay') return;
    try {
      const nowMs = feed.nowMs();
      const fromMs = Math.min(calendar.sessionBounds(calendar.tradingDayOf(nowMs)).openMs, nowMs - FRAMES_MS);
      const events = await store.listEvents(
        [instrument.id],
        feed.source,
        FLOW_EVENT_TYPES,
        fromMs,
        nowMs,
        MAX_STORED_EVENTS,
      );
      const patterns = await store.listPatterns(
        [instrument.id],
        feed.source,
        PATTERN_TYPES,
        fromMs,
        nowMs,
        MAX_STORED_EVENTS,
      );
      this.#board.putStored(instrument.id, events, patterns);
      const frames = await store.listFrames(instrument.id, feed.source, nowMs - FRAMES_MS);
      for (const { frame } of frames) this.#board.refill(decodeFrame(frame));
    } catch (error) {
      log.error({ err: error, instrumentId: instrument.id }, 'views not refilled from storage');
    }
  }

  liveSessionsOf(userId: string): ReadonlySet<string> {
    return this.#hub.clients.sessionsOf(userId);
  }

  attachSocket(_request: IncomingMessage, socket: WebSocket, user: SocketUser): void {
    this.#hub.attach(socket, user);
  }

  status(): LiveLineStatus {
    const { feed } = this.#input;
    return {
      source: feed.source,
      run: feed.run,
      instruments: [...this.#sessions.all()].map((session) => session.status()),
      sockets: this.#hub.clients.size,
      published: this.#publisher.published,
      recorder: this.#recorder.status(),
      alerts: this.#alerts.status(),
    };
  }

  async close(): Promise<void> {
    await this.#sessions.close();
    this.#publisher.close();
    this.#hub.close();
    await this.#alerts.close();
    await this.#recorder.close();
    await this.#trackWriter.close();
    this.#unsubscribe();
    await this.#input.feed.close();
  }
}
