/** Daily loss, max loss and trailing max loss, replayed trade by trade. */
import type { AccountPath, PathStep } from './account-path.ts';
import { type Breach, RULE_LABELS, type RuleName, type RuleState, stateOf } from './rule-state.ts';
import { amountText, breachText, instantText, leftText } from './rule-text.ts';

/** Further input of the sentences. */
export interface LossFacts {
  readonly path: AccountPath;
  readonly lossPerContractMicros: number | null;
  /** Exchange day that it is now; null: the day of the last trade. */
  readonly dayNow: string | null;
}

const CLOSED_ONLY =
  'Open losses are not known for every trade: the limit may have been passed without a record.';

const whileOpen = ({ trade }: PathStep): Breach => ({
  atMs: trade.exitMs,
  tradeId: trade.id,
  whileOpen: true,
});
const atExit = ({ trade }: PathStep): Breach => ({ atMs: trade.exitMs, tradeId: trade.id, whileOpen: false });

function lossState(
  rule: RuleName,
  facts: LossFacts,
  found: {
    readonly used: number;
    readonly limit: number;
    readonly left: number;
    readonly breach: Breach | null;
    readonly exact: boolean;
    readonly more: readonly string[];
  },
): RuleState {
  const { used, limit, left, breach, exact, more } = found;
  const say = breach === null ? leftText(left, facts.lossPerContractMicros) : breachText(breach);
  return {
    rule,
    label: RULE_LABELS[rule],
    state: stateOf(used, limit, breach),
    unit: 'micros',
    value: Math.round(used),
    limit,
    left: Math.round(left),
    bound: exact ? 'exact' : 'at-least',
    breachedAtMs: breach?.atMs ?? null,
    breachedBy: breach?.tradeId ?? null,
    text: [say, ...more, ...(exact || breach !== null ? [] : [CLOSED_ONLY])].join(' '),
  };
}

/** Net and deepest point of each exchange day, realised and, where it is certain, open; and the first breach. */
function walkDays({ path }: LossFacts, limit: number) {
  const net = new Float64Array(path.days.days.length);
  const worst = new Float64Array(path.days.days.length);
  let breach: Breach | null = null;
  for (const step of path.steps) {
    const before = net[step.day]!;
    const open = step.low === null || step.held ? 0 : before + (step.low - step.before);
    const after = before + (step.after - step.before);
    net[step.day] = after;
    worst[step.day] = Math.min(worst[step.day]!, open, after);
    if (open <= -limit) breach ??= whileOpen(step);
    if (after <= -limit) breach ??= atExit(step);
  }
  return { net, worst, breach };
}

/**
 * Loss of an exchange day at or beyond the limit. Trades held over a day count in full on the day of their exit.
 */
export function dailyLossState(facts: LossFacts, limit: number): RuleState {
  const { days } = facts.path.days;
  const { net, worst, breach } = walkDays(facts, limit);
  const last = days.length - 1;
  const today = facts.dayNow === null || facts.dayNow === days[last] ? (net[last] ?? 0) : 0;
  const deepest = worst.reduce((most, low) => Math.max(most, -low), 0);
  const worstDay = worst.indexOf(-deepest);
  return lossState('daily-loss', facts, {
    used: Math.max(0, -today),
    limit,
    left: limit + today,
    breach,
    exact: facts.path.lowsKnown && facts.path.steps.every(({ held }) => !held),
    more: deepest > 0 ? [`Worst day: ${days[worstDay]}, ${amountText(deepest)} lost.`] : [],
  });
}

/** How the floor moves. All amounts are micros of profit since the start. */
export interface Floor {
  readonly kind: 'static' | 'end-of-day' | 'intraday';
  readonly limit: number;
  /** Profit at which a trailing floor stops. */
  readonly cap: number;
}

export const FLOOR_RULES = {
  static: 'max-loss',
  'end-of-day': 'trailing-end-of-day',
  intraday: 'trailing-intraday',
} as const satisfies Record<Floor['kind'], RuleName>;

/** Level of a floor after a peak (of day ends, or of any moment). */
export function floorAt({ limit, cap }: Floor, peak: number): number {
  return Math.max(-limit, Math.min(cap, peak - limit));
}

/** Walks a path under a floor. */
class FloorWalk {
  readonly #floor: Floor;
  #peak = 0;
  floor: number;
  breach: Breach | null = null;
  /** First trade whose own best and worst point would have breached the floor had the best come first. */
  doubt: PathStep | null = null;

  constructor(floor: Floor) {
    this.#floor = floor;
    this.floor = -floor.limit;
  }

  raise(profit: number): void {
    this.#peak = Math.max(this.#peak, profit);
    this.floor = floorAt(this.#floor, this.#peak);
  }

  take(step: PathStep): void {
    if (step.low !== null && step.low < this.floor) this.breach ??= whileOpen(step);
    if (this.#floor.kind === 'intraday' && step.high !== null) this.raise(step.high);
    if (step.low !== null && step.low < this.floor && this.breach === null) this.doubt ??= step;
    if (step.after < this.floor) this.breach ??= atExit(step);
    if (this.#floor.kind === 'intraday') this.raise(step.after);
  }
}

function walkOf({ path, dayNow }: LossFacts, floor: Floor): FloorWalk {
  const walk = new FloorWalk(floor);
  let day = 0;
  for (const step of path.steps) {
    if (step.day !== day && floor.kind === 'end-of-day') walk.raise(step.before);
    day = step.day;
    walk.take(step);
  }
  const last = path.steps.at(-1);
  const dayOver = dayNow !== null && dayNow > (path.days.days.at(-1) ?? '');
  if (last !== undefined && dayOver && floor.kind === 'end-of-day') walk.raise(last.after);
  return walk;
}

/** Profit below the floor: static, raised at day ends, or raised at every peak that trades show. */
export function floorState(facts: LossFacts, floor: Floor): RuleState {
  const { path } = facts;
  const walk = walkOf(facts, floor);
  const left = (path.steps.at(-1)?.after ?? 0) - walk.floor;
  const intraday = floor.kind === 'intraday';
  const doubt = walk.breach === null ? walk.doubt : null;
  const state = lossState(FLOOR_RULES[floor.kind], facts, {
    used: Math.max(0, floor.limit - left),
    limit: floor.limit,
    left,
    breach: walk.breach,
    exact: path.lowsKnown && (!intraday || (path.highsKnown && doubt === null)),
    more: [],
  });
  if (!intraday || walk.breach !== null || (path.highsKnown && doubt === null)) return state;
  const why =
    doubt === null
      ? 'It follows open profits, which are not known for every trade: at most this much is left.'
      : `A trade that closed at ${instantText(doubt.trade.exitMs)} breached it if its best moment came before its worst.`;
  return { ...state, state: 'unknown', text: `${leftText(left, facts.lossPerContractMicros)} ${why}` };
}
