/**
 * Raises alerts for the owners of rules that match what became visible: at once, with the delay of each plan, each
 * exactly once.
 */
import {
  calendarOf,
  DAY_MS,
  type EpochMs,
  type ExchangeCalendar,
  epochMs,
  INSTRUMENTS,
  type Instrument,
  isActive,
  type NewsWindow,
} from '@undertow/market';
import { CoolDowns } from '#alerting/cool-downs.ts';
import type { Firing } from '#alerting/market-step.ts';
import { RuleBoard } from '#alerting/rule-board.ts';
import { isInSession, isQuiet, passesNews } from '#alerting/rule-hours.ts';
import { isFresh, isHistory, stepOf } from '#alerting/view-step.ts';
import { retrying } from '#live/tasks/retrying.ts';
import type { AccountDueEvent, AccountMarkets } from '#ports/account-feeds.ts';
import type { PreferenceStore } from '#ports/accounts.ts';
import type {
  AlertDeadLetters,
  AlertOutbox,
  AlertOutboxEntry,
  AlertRuleStore,
  AlertStore,
  RaisedAlert,
  RuleMarket,
} from '#ports/alerts.ts';
import type { Bus, InstrumentUpdate } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import type { Log } from '#ports/log.ts';
import type { MarketStore } from '#ports/market-store.ts';
import type { QueuedAlert } from './alert-lanes.ts';
import { AlertOutboxDispatch } from './alert-outbox-dispatch.ts';
import { AlertQueue, announcedIdOf, announcedStateOf } from './alert-queue.ts';
import { alertIdOf, alertRowOf } from './alert-rows.ts';
import { MarketSwitches } from './market-switches.ts';
import { RuleBook } from './rule-book.ts';

export interface AlertDispatchInput {
  readonly bus: Bus;
  readonly clock: Clock;
  readonly alertStore: AlertStore;
  readonly alertRules: AlertRuleStore;
  readonly alertOutbox: AlertOutbox;
  readonly alertDeadLetters: Pick<AlertDeadLetters, 'add'>;
  readonly marketStore: Pick<MarketStore, 'listBars'>;
  readonly preferences: Pick<PreferenceStore, 'get'>;
  readonly entitlements: Entitlements;
  readonly calendar: ExchangeCalendar;
  readonly source: InstrumentUpdate['source'];
  readonly log: Log;
  /** Windows around releases, where a calendar is followed. */
  readonly newsWindow?: ((instrumentId: number, timeMs: number) => NewsWindow | null) | undefined;
  /** The feed's present, on a monotonic timeline. */
  gateNowMs(): EpochMs;
  /** Markets of connected accounts; without them every rule is evaluated on the platform's. */
  readonly accounts?: AccountRuleMarkets;
}

/** What the dispatch needs of connected accounts, whose events have an outbox of their own. */
export interface AccountRuleMarkets {
  readonly outbox: Pick<AccountMarkets, 'due' | 'settle'>;
  /** The market of the user's account while it is connected. */
  marketOf(userId: string): RuleMarket | null;
  /** Receives the instruments that a user's rules need of their account. */
  onRules(userId: string, instrumentIds: readonly number[]): void;
}

/** An update that became visible in the view of one delay. */
export interface VisibleUpdate {
  /** The platform's where it is left out. */
  readonly market?: RuleMarket;
  readonly instrument: Instrument;
  readonly delaySeconds: number;
  readonly update: InstrumentUpdate;
  /** The feed's present: when the viewers of this delay may see it. */
  readonly nowMs: number;
}

/** How the dispatch received what it raises. */
interface Reception {
  readonly market: RuleMarket;
  readonly delaySeconds: number;
  readonly nowMs: number;
  /** In real time; false for what comes late, or from the outbox. */
  readonly isLive: boolean;
}

const byId: ReadonlyMap<number, Instrument> = new Map(INSTRUMENTS.map((row) => [row.id, row]));

export class AlertDispatch {
  readonly #input: AlertDispatchInput;
  readonly #book: RuleBook;
  readonly #coolDowns = new CoolDowns();
  readonly #queue: AlertQueue;
  readonly #platform: RuleMarket;
  readonly #switches = new MarketSwitches();
  readonly #outbox: AlertOutboxDispatch<AlertOutboxEntry>;
  readonly #accountOutbox: AlertOutboxDispatch<AccountDueEvent> | null;
  readonly #unsubscribe: readonly (() => void)[];
  readonly #stop = new AbortController();
  #isReady = false;
  #starting: Promise<void> = Promise.resolve();

  constructor(input: AlertDispatchInput) {
    this.#input = input;
    const { bus, gateNowMs, alertOutbox, marketStore, calendar, source, accounts, log } = input;
    this.#platform = {
      ...{ line: 'platform', market: 'platform', ownerId: null, source, calendar, nowMs: gateNowMs },
      listBars: (...query) => marketStore.listBars(...query),
    };
    this.#book = new RuleBook({
      ...input,
      rules: input.alertRules,
      platform: this.#platform,
      accountOf: (userId) => accounts?.marketOf(userId) ?? null,
      onAccountRules: (userId, ids) => accounts?.onRules(userId, ids),
    });
    this.#queue = new AlertQueue(input);
    this.#outbox = new AlertOutboxDispatch<AlertOutboxEntry>({
      outbox: alertOutbox,
      log,
      nowMs: gateNowMs,
      isAnnounced: (state) => this.#queue.isAnnounced(state),
      announce: (entry) => this.#announceStored(entry),
      followPlans: () => this.#book.followPlans(),
    });
    this.#accountOutbox = accounts === undefined ? null : this.#openAccountOutbox(accounts);
    const onPlans = (error: unknown): void => log.warn({ err: error }, 'plans not followed');
    const read = ({ userId }: { readonly userId: string }): void => {
      if (this.#isReady) this.#book.refresh(userId).catch(() => undefined);
    };
    this.#unsubscribe = [
      bus.subscribe('userChanged', read),
      bus.subscribe('alertRulesChanged', read),
      // A licence may have changed, and with it what a plan may see and when
      bus.subscribe('controlsChanged', () => void this.#book.followPlans().catch(onPlans)),
    ];
  }

  #openAccountOutbox({ outbox }: AccountRuleMarkets): AlertOutboxDispatch<AccountDueEvent> {
    return new AlertOutboxDispatch({
      outbox: { due: (_nowMs, limit) => outbox.due(limit), settle: (entries) => outbox.settle(entries) },
      log: this.#input.log,
      nowMs: () => this.#input.clock.nowMs(),
      isAnnounced: ({ userId, eventId, updatedMs }) => {
        const id = announcedIdOf({ market: 'own', userId, eventId });
        return id !== null && this.#queue.isAnnounced({ eventId: id, delaySeconds: 0, updatedMs });
      },
      announce: (entry) => this.#announceOwn(entry),
      followPlans: async () => undefined,
    });
  }

  /** Reads rules and cool-downs, then starts with the outbox. No event is lost before: its entry is stored. */
  start(): void {
    const { log } = this.#input;
    const onFailure = (error: unknown, delayMs: number): void =>
      log.warn({ err: error, delayMs }, 'alert rules not read, trying again');
    this.#starting = retrying(() => this.#prepare(), this.#stop.signal, onFailure).catch((error: unknown) =>
      log.error({ err: error }, 'alert rules not read'),
    );
  }

  /** Resolves when rules are read. */
  ready(): Promise<void> {
    return this.#starting;
  }

  async #prepare(): Promise<void> {
    const { alertStore, alertOutbox, gateNowMs } = this.#input;
    // Events of the outbox are raised at their own time: a day before the oldest of them is the longest cool-down
    const [oldest] = await alertOutbox.due(Number.MAX_SAFE_INTEGER, 1);
    const sinceMs = Math.min(gateNowMs(), oldest?.updatedMs ?? Number.POSITIVE_INFINITY) - DAY_MS;
    this.#coolDowns.restore(await alertStore.firings(sinceMs), gateNowMs());
    // Changes made while all rules are read are read after them
    this.#isReady = true;
    await this.#book.load();
    this.#outbox.start();
    this.#accountOutbox?.start();
  }

  /** For operators: rules on boards, alerts that wait for storage. */
  status(): { readonly rules: number; readonly waiting: number } {
    return { rules: this.#book.size, waiting: this.#queue.waiting };
  }

  /** Processes what became visible. */
  onVisible({ market = this.#platform, instrument, delaySeconds, update, nowMs }: VisibleUpdate): void {
    // Lines of accounts come and go: only those with rules have boards
    const board =
      market.market === 'own'
        ? this.#book.find(market, instrument, delaySeconds)
        : this.#book.board(market, instrument, delaySeconds);
    const firings = board?.step(stepOf(instrument, update)) ?? [];
    // What comes late comes at once: cool-downs then count on the market's clock alone
    this.#accept(firings, { market, delaySeconds, nowMs, isLive: !update.backfill });
    if (isHistory(update) || !this.#outbox.isRunning) return;
    for (const { event } of update.events) {
      if (!isFresh(update, event.updatedNs)) continue;
      const state = announcedStateOf(event, delaySeconds, market.ownerId);
      // One that is over and was not announced while it was active is left to the outbox: no rule has fired for it
      if (isActive(event) || this.#queue.knows(state)) this.#queue.markAnnounced(state);
    }
  }

  #announceStored({ event, delaySeconds }: AlertOutboxEntry): void {
    const instrument = byId.get(event.instrumentId);
    if (instrument !== undefined) {
      const market = this.#platform;
      const board = this.#book.board(market, instrument, delaySeconds);
      this.#accept(board.stepEvent(event), { market, delaySeconds, nowMs: market.nowMs(), isLive: false });
    }
    this.#queue.markAnnounced(announcedStateOf(event, delaySeconds, null));
  }

  /** Of an account that is not connected now too: its owner's rules are evaluated on a board of this event alone. */
  #announceOwn({ userId, source, event }: AccountDueEvent): void {
    const instrument = byId.get(event.instrumentId);
    if (instrument !== undefined) {
      const { clock, accounts } = this.#input;
      const stored: RuleMarket = {
        ...{ line: `stored ${userId}`, market: 'own', ownerId: userId, source, calendar: calendarOf(source) },
        ...{ nowMs: () => epochMs(clock.nowMs()), listBars: async () => [] },
      };
      const market = accounts?.marketOf(userId) ?? stored;
      const board = new RuleBoard(instrument, market.calendar);
      for (const compiled of this.#book.rulesOf(userId, instrument.id)) board.add(compiled);
      const nowMs = market.nowMs();
      this.#accept(board.stepEvent(event), { market, delaySeconds: 0, nowMs, isLive: false });
    }
    this.#queue.markAnnounced(announcedStateOf(event, 0, userId));
  }

  #accept(firings: readonly Firing[], reception: Reception): void {
    for (const firing of firings) {
      if (this.#mayFire(firing, reception)) this.#raise(firing, reception);
    }
  }

  #mayFire({ compiled, atMs }: Firing, { market, delaySeconds, nowMs, isLive }: Reception): boolean {
    const { rule, instrument } = compiled;
    if (rule.expiresAtMs !== null && nowMs >= rule.expiresAtMs) return false;
    // What comes late may have been due before the rule was made; a recording is of the past
    const isOlder = !isLive && atMs + delaySeconds * 1000 < rule.createdAtMs;
    if (isOlder && market.source !== 'replay') return false;
    const window = this.#input.newsWindow?.(instrument.id, atMs) ?? null;
    if (!passesNews(rule.newsWindow, window !== null)) return false;
    return isInSession(rule.sessionHours, instrument, market.calendar, atMs);
  }

  #raise(firing: Firing, { market, delaySeconds, nowMs, isLive }: Reception): void {
    if (!this.#switches.mayFire(firing, market)) return;
    const { rule, instrument } = firing.compiled;
    const event = firing.fact.kind === 'event' ? firing.fact.event : null;
    const id = alertIdOf(firing);
    const eventType = event?.type ?? null;
    const named = { ruleId: rule.id, instrumentId: instrument.id, eventType, alertId: id, atMs: firing.atMs };
    const takeBack = this.#coolDowns.take(named, rule.coolDownSeconds, {
      nowMs: market.nowMs(),
      isLive,
    });
    if (takeBack === null) return;
    const { timeZone, quietHours } = this.#book.settingsOf(rule.userId);
    const quiet = isQuiet(rule.quietHours, nowMs, timeZone) || isQuiet(quietHours, nowMs, timeZone);
    const row = alertRowOf(firing, { id, market, nowMs, isQuiet: quiet });
    const isMailed = rule.notificationMethod === 'email_in_app' && !quiet && market.source !== 'replay';
    const raised: RaisedAlert = { row, mail: isMailed ? { delaySeconds } : null };
    const queued: QueuedAlert = {
      raised,
      delaySeconds,
      giveUp: () => {
        takeBack();
        if (event !== null) this.#book.find(market, instrument, delaySeconds)?.unmarkEvent(event.id, rule.id);
      },
    };
    this.#queue.push(queued);
  }

  /**
   * Waits for alerts in progress; those that keep failing are given up, and the outbox raises them after the next
   * start.
   */
  async close(): Promise<void> {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#stop.abort();
    await this.#starting;
    await this.#outbox.close();
    await this.#accountOutbox?.close();
    await this.#queue.close();
  }
}
