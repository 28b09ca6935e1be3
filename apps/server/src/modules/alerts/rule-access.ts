/** What the routes of rules have in common: the owner's plan and market, checks, and rules as they are shown. */
import {
  type AlertConfiguration,
  type AlertRuleInput,
  alertLineOf,
  alertTypeOf,
  instantOfMs,
} from '@undertow/contracts';
import {
  DAY_MS,
  type ExchangeCalendar,
  type Instrument,
  instrumentById,
  calendarOf as marketCalendar,
  parsePriceTicks,
} from '@undertow/market';
import { type RuleCheck, ruleFaults, ruleWarnings } from '#alerting/check-rule.ts';
import { instrumentsOf, pauseOf, pauseText } from '#alerting/rule-pauses.ts';
import { AppError } from '#failures/app-error.ts';
import type { Viewer, ViewResolver, ViewSource } from '#ports/account-feeds.ts';
import type { UserInstruments } from '#ports/accounts.ts';
import type { AlertRule, AlertRuleContent, AlertRuleStore, DrawingStore } from '#ports/alerts.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { Entitlement, Entitlements } from '#ports/entitlements.ts';

export interface RuleAccessParts {
  readonly alertRules: AlertRuleStore;
  readonly userInstruments: Pick<UserInstruments, 'list'>;
  readonly drawings: Pick<DrawingStore, 'get'>;
  readonly entitlements: Entitlements;
  readonly viewResolver: ViewResolver;
  readonly bus: Bus;
  readonly clock: Clock;
}

/**
 * The market on which the owner's rules are evaluated: the one that they look at. An own feed of which nothing is
 * stored raises no alerts: the platform's does.
 */
export function ruleSourceOf(resolver: ViewResolver, viewer: Viewer, entitlement: Entitlement): ViewSource {
  const viewed = resolver.resolve(viewer, entitlement);
  if (!viewed.isAccountFeed || viewed.market !== null) return viewed;
  return resolver.resolveAll(viewer, entitlement).at(-1) ?? viewed;
}

/** The calendar of a market. */
export function calendarOf({ views }: ViewSource): ExchangeCalendar {
  return marketCalendar(views.present(0).source);
}

/** What was sent, as it is kept. */
export function contentOfInput({ expiresAt, ...rule }: AlertRuleInput): AlertRuleContent {
  const expiresAtMs = expiresAt === null ? null : Date.parse(expiresAt);
  return { ...rule, instrumentIds: [...new Set(rule.instrumentIds)], expiresAtMs };
}

/** Null too where the licence withholds prices. */
function lastTicksAt({ views, access }: ViewSource, instrument: Instrument): number | null {
  const { delaySeconds, withheld } = access(instrument.id);
  if (withheld('prices') !== null) return null;
  const price = views.peek(instrument.id, delaySeconds)?.facts().lastPrice ?? null;
  return price === null ? null : parsePriceTicks(instrument, price);
}

function lineFault(message: string): AppError {
  return new AppError('ALERT_RULE_REFUSED', [{ path: 'condition.drawingId', message }]);
}

export class RuleAccess {
  readonly #parts: RuleAccessParts;

  constructor(parts: RuleAccessParts) {
    this.#parts = parts;
  }

  /** For the owner of the plan, or for an administrator in a view as them. */
  checkOf(
    rule: Pick<AlertRuleContent, 'instrumentIds'>,
    entitlement: Entitlement,
    viewer: Viewer = { userId: entitlement.userId },
  ): RuleCheck {
    const { viewResolver, clock } = this.#parts;
    const source = ruleSourceOf(viewResolver, viewer, entitlement);
    const ids = instrumentsOf(rule, entitlement);
    const instruments = ids.flatMap((id) => instrumentById(id) ?? []);
    return {
      instruments,
      plan: entitlement,
      calendar: calendarOf(source),
      nowMs: clock.nowMs(),
      lastTicksOf: (id) => {
        const instrument = instrumentById(id);
        return instrument === undefined ? null : lastTicksAt(source, instrument);
      },
    };
  }

  /** Refuses instruments that are not the owner's. */
  async requireOwn(userId: string, instrumentIds: readonly number[]): Promise<void> {
    if (instrumentIds.length === 0) return;
    const own = (await this.#parts.userInstruments.list(userId)).map((row) => row.instrumentId);
    if (instrumentIds.some((id) => !own.includes(id))) throw new AppError('INSTRUMENT_NOT_ENTITLED');
  }

  /** A rule on a line that was drawn, with the line as it is stored; refused where the owner has no such drawing. */
  async onStoredLine<Rule extends Pick<AlertRuleContent, 'condition' | 'instrumentIds'>>(
    userId: string,
    rule: Rule,
  ): Promise<Rule> {
    const { condition, instrumentIds } = rule;
    const [instrumentId] = instrumentIds;
    if (condition.kind !== 'price_line' || instrumentId === undefined) return rule;
    const instrument = instrumentById(instrumentId);
    const { drawings } = await this.#parts.drawings.get(userId, instrumentId);
    const drawn = drawings.find(({ id }) => id === condition.drawingId);
    if (instrument === undefined || drawn === undefined) throw lineFault('This drawing no longer exists.');
    const line = alertLineOf(instrument, drawn, condition.part);
    if (line === null) throw lineFault('This drawing has no such line.');
    return { ...rule, condition: { ...condition, line } };
  }

  /** Refuses a rule that could never fire, or would with almost every trade. */
  requireSound(rule: AlertRuleContent, entitlement: Entitlement): void {
    const faults = ruleFaults(rule, this.checkOf(rule, entitlement));
    if (faults.length > 0) throw new AppError('ALERT_RULE_REFUSED', faults);
  }

  /** Every rule of the user as they see it, oldest first. */
  async list(viewer: Viewer): Promise<AlertConfiguration[]> {
    const { userId } = viewer;
    const { alertRules, entitlements, clock } = this.#parts;
    const entitlement = await entitlements.of(userId);
    const activity = await alertRules.activity(userId, clock.nowMs() - DAY_MS, {
      isOwner: viewer.view === undefined,
    });
    const rules = await alertRules.list(userId);
    return rules.map((rule, place) => {
      const { lastFiredAtMs, firedSince } = activity.get(rule.id) ?? { lastFiredAtMs: null, firedSince: 0 };
      const pause = pauseOf(rule, place, entitlement, clock.nowMs());
      const { userId: _user, updatedAtMs: _updated, createdAtMs, expiresAtMs, ...shown } = rule;
      return {
        ...shown,
        instrumentIds: [...rule.instrumentIds],
        alertType: alertTypeOf(rule.condition),
        expiresAt: expiresAtMs === null ? null : instantOfMs(expiresAtMs),
        paused: pause,
        pausedText: pause === null ? null : pauseText(pause, entitlement),
        warnings: [...ruleWarnings(rule, this.checkOf(rule, entitlement, viewer))],
        createdAt: instantOfMs(createdAtMs),
        lastFiredAt: lastFiredAtMs === null ? null : instantOfMs(lastFiredAtMs),
        firedToday: firedSince,
      };
    });
  }

  async shown({ userId, id }: Pick<AlertRule, 'userId' | 'id'>): Promise<AlertConfiguration> {
    const found = (await this.list({ userId })).find((rule) => rule.id === id);
    if (found === undefined) throw new AppError('NOT_FOUND');
    return found;
  }

  async find(userId: string, id: string): Promise<AlertRule> {
    const found = (await this.#parts.alertRules.list(userId)).find((rule) => rule.id === id);
    if (found === undefined) throw new AppError('NOT_FOUND');
    return found;
  }

  changed(userId: string): void {
    this.#parts.bus.publish('alertRulesChanged', { userId });
  }
}
