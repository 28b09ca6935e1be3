/** All rules on the boards of the views that their owners may see: updated as rules, plans and settings change. */
import type { EventsPerDay } from '@undertow/contracts';
import { DAY_MS, INSTRUMENTS, type Instrument, MINUTE_MS } from '@undertow/market';
import { type CompiledRule, compileRule } from '#alerting/compile-rule.ts';
import { RuleBoard } from '#alerting/rule-board.ts';
import { instrumentsOf, pauseOf } from '#alerting/rule-pauses.ts';
import { minuteOf } from '#alerting/view-step.ts';
import type { PreferenceStore } from '#ports/accounts.ts';
import type { AlertRule, AlertRuleStore, RuleMarket } from '#ports/alerts.ts';
import type { Entitlement, Entitlements } from '#ports/entitlements.ts';
import type { Log } from '#ports/log.ts';

/** Calendar days that contain twenty trading days with a holiday. */
const NORMAL_DAYS = 30;

export interface RuleBookInput {
  readonly rules: AlertRuleStore;
  readonly entitlements: Entitlements;
  readonly preferences: Pick<PreferenceStore, 'get'>;
  readonly platform: RuleMarket;
  /** The market of the owner's account while it is connected; null while they look at the platform's. */
  accountOf(userId: string): RuleMarket | null;
  /** Receives the instruments that an owner's rules need of their account's market. */
  onAccountRules(userId: string, instrumentIds: readonly number[]): void;
  readonly log: Log;
}

/** The owner's settings for all their rules. */
export interface OwnerSettings {
  readonly timeZone: string | null;
  readonly quietHours: AlertRule['quietHours'];
}

interface Placed {
  readonly market: RuleMarket;
  readonly board: RuleBoard;
  readonly compiled: CompiledRule;
}

interface Owner {
  readonly entitlement: Entitlement;
  readonly settings: OwnerSettings;
  /** By rule, its version, instrument and delay. */
  readonly placed: ReadonlyMap<string, Placed>;
}

interface History {
  days: number;
  reading: Promise<void>;
}

const byId: ReadonlyMap<number, Instrument> = new Map(INSTRUMENTS.map((row) => [row.id, row]));

/** How much history a rule needs, in calendar days. */
function daysNeeded({ condition }: AlertRule): number {
  if (condition.kind === 'volume') return NORMAL_DAYS;
  return condition.kind === 'price_move' ? 1 : 0;
}

export class RuleBook {
  readonly #input: RuleBookInput;
  readonly #boards = new Map<string, RuleBoard>();
  readonly #histories = new Map<RuleBoard, History>();
  readonly #owners = new Map<string, Owner>();
  readonly #changing = new Map<string, Promise<void>>();
  /** Owners whose rules could not be read when they changed: the database was down. */
  readonly #unread = new Set<string>();

  constructor(input: RuleBookInput) {
    this.#input = input;
  }

  /** Undefined for a board that no rule needed yet. */
  find(market: RuleMarket, instrument: Instrument, delaySeconds: number): RuleBoard | undefined {
    return this.#boards.get(`${market.line}/${instrument.id}/${delaySeconds}`);
  }

  board(market: RuleMarket, instrument: Instrument, delaySeconds: number): RuleBoard {
    const key = `${market.line}/${instrument.id}/${delaySeconds}`;
    const known = this.#boards.get(key);
    if (known !== undefined) return known;
    const board = new RuleBoard(instrument, market.calendar);
    this.#boards.set(key, board);
    return board;
  }

  /** Rules of an owner for an instrument, whatever market they are on. */
  rulesOf(userId: string, instrumentId: number): readonly CompiledRule[] {
    const placed = this.#owners.get(userId)?.placed.values() ?? [];
    return [...placed].flatMap(({ compiled }) => (compiled.instrument.id === instrumentId ? [compiled] : []));
  }

  settingsOf(userId: string): OwnerSettings {
    return this.#owners.get(userId)?.settings ?? { timeZone: null, quietHours: null };
  }

  /** Rules that are on a board: one for each instrument. */
  get size(): number {
    let size = 0;
    for (const board of this.#boards.values()) size += board.size;
    return size;
  }

  /** Reads all rules. */
  async load(): Promise<void> {
    const byOwner = Map.groupBy(await this.#input.rules.all(), ({ userId }) => userId);
    for (const [userId, rules] of byOwner) {
      const changed = (this.#changing.get(userId) ?? Promise.resolve()).then(() =>
        this.#place(userId, rules),
      );
      this.#track(userId, changed);
      await changed;
    }
  }

  /** Reads the rules of one owner again, and what they may see. One change follows the other. */
  refresh(userId: string): Promise<void> {
    const before = this.#changing.get(userId) ?? Promise.resolve();
    const changed = before.then(async () => this.#place(userId, await this.#input.rules.list(userId)));
    this.#track(userId, changed);
    return changed;
  }

  #track(userId: string, changed: Promise<void>): void {
    const settled = changed.catch((error: unknown) => {
      this.#unread.add(userId);
      this.#input.log.error({ err: error, userId }, 'alert rules not read');
    });
    const done = settled.finally(() => {
      if (this.#changing.get(userId) === done) this.#changing.delete(userId);
    });
    this.#changing.set(userId, done);
  }

  /** Plans end without an event: places the rules again where the plan changed, and retries failed reads. */
  async followPlans(): Promise<void> {
    const unread = [...this.#unread];
    this.#unread.clear();
    await Promise.all(unread.map((userId) => this.refresh(userId)));
    for (const [userId, { entitlement }] of [...this.#owners]) {
      if ((await this.#input.entitlements.of(userId)) !== entitlement) await this.refresh(userId);
    }
  }

  async #place(userId: string, rules: readonly AlertRule[]): Promise<void> {
    const { entitlements, preferences, platform, accountOf } = this.#input;
    const market = accountOf(userId) ?? platform;
    if (rules.length === 0) {
      this.#take(userId, new Map());
      this.#owners.delete(userId);
      return;
    }
    const entitlement = await entitlements.of(userId);
    const { timeZone, notifications, eventsPerDay } = await preferences.get(userId);
    const placed = new Map<string, Placed>();
    const known = this.#owners.get(userId)?.placed;
    for (const [place, rule] of rules.entries()) {
      const pause = pauseOf(rule, place, entitlement, market.nowMs());
      if (!rule.isEnabled || (pause !== null && pause !== 'expired')) continue;
      for (const [key, one] of this.#compiledOf(market, rule, entitlement, eventsPerDay))
        placed.set(key, known?.get(key) ?? one);
    }
    this.#take(userId, placed);
    this.#owners.set(userId, {
      entitlement,
      settings: { timeZone, quietHours: notifications.quietHours },
      placed,
    });
  }

  #compiledOf(
    market: RuleMarket,
    rule: AlertRule,
    { activeInstrumentIds, access }: Entitlement,
    chosen: EventsPerDay,
  ): readonly [string, Placed][] {
    return instrumentsOf(rule, { activeInstrumentIds }).flatMap((id): readonly [string, Placed][] => {
      const instrument = byId.get(id);
      const { delaySeconds: late, withheld } = access(id);
      // Of an own market nothing is delayed, and nothing withheld
      const isOwn = market.market === 'own';
      if (instrument === undefined || (!isOwn && withheld('events') !== null)) return [];
      const delaySeconds = isOwn ? 0 : late;
      try {
        const board = this.board(market, instrument, delaySeconds);
        const key = `${market.line}/${rule.id}/${rule.updatedAtMs}/${chosen}/${id}/${delaySeconds}`;
        return [[key, { market, board, compiled: compileRule(rule, instrument, chosen) }]];
      } catch (error) {
        // A price that this instrument cannot have: the rule's other instruments are not affected
        this.#input.log.warn({ err: error, ruleId: rule.id, instrumentId: id }, 'alert rule cannot be read');
        return [];
      }
    });
  }

  /** Puts what is new onto the boards and removes what is gone; what stays keeps its state. */
  #take(userId: string, placed: ReadonlyMap<string, Placed>): void {
    const before = this.#owners.get(userId)?.placed ?? new Map<string, Placed>();
    for (const [key, { board, compiled }] of before) if (!placed.has(key)) board.remove(compiled);
    for (const [key, { market, board, compiled }] of placed) {
      if (before.has(key)) continue;
      board.add(compiled);
      this.#loadHistory(market, board, daysNeeded(compiled.rule), Number(key.split('/').at(-1)));
    }
    this.#dropBoards(before);
    const own = [...placed.values()].filter(({ market }) => market.market === 'own');
    this.#input.onAccountRules(userId, [...new Set(own.map(({ compiled }) => compiled.instrument.id))]);
  }

  /** Boards of an account's market that nobody's rules are on any more: its line may be over. */
  #dropBoards(before: ReadonlyMap<string, Placed>): void {
    for (const { market, board } of before.values()) {
      if (market.market === 'platform' || board.size > 0) continue;
      for (const [key, known] of this.#boards) if (known === board) this.#boards.delete(key);
      this.#histories.delete(board);
    }
  }

  /** Reads the stored minutes that rules of volume and of moves need, once per board. */
  #loadHistory(market: RuleMarket, board: RuleBoard, days: number, delaySeconds: number): void {
    const known = this.#histories.get(board) ?? { days: 0, reading: Promise.resolve() };
    if (known.days >= days) return;
    known.days = days;
    known.reading = known.reading
      .then(() => this.#readMinutes(market, board, { days, delaySeconds }))
      .catch((error: unknown) => {
        known.days = 0;
        this.#input.log.warn(
          { err: error, instrumentId: board.instrument.id },
          'minutes not read for alerts',
        );
      });
    this.#histories.set(board, known);
  }

  /** A day at a time: the embedded database blocks everything else while it answers. */
  async #readMinutes(
    market: RuleMarket,
    board: RuleBoard,
    { days, delaySeconds }: { readonly days: number; readonly delaySeconds: number },
  ): Promise<void> {
    // What the view of this delay does not show yet is not used here either
    const toMs = market.nowMs() - delaySeconds * 1000 - MINUTE_MS;
    const minutes = [];
    for (let back = days; back > 0; back -= 1) {
      const fromMs = toMs - back * DAY_MS;
      const bars = await market.listBars(board.instrument.id, market.source, fromMs, fromMs + DAY_MS);
      for (const bar of bars) minutes.push(minuteOf(bar));
    }
    board.restore(minutes);
  }
}
