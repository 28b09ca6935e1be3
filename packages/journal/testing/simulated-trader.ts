/** Traders made up for tests: no edge and no habit, or one planted habit; every draw from a seed. */
import { DAY_MS, dayString, MINUTE_MS } from '@undertow/market';
import { MICROS_PER_UNIT } from '#numbers/money.ts';
import { SeededRandom } from '#numbers/random.ts';
import type { JournalTrade } from '#trades/journal-trade.ts';
import { normalOf } from './uniformity.ts';

export const HABITS = [
  'time-of-day',
  'weekday',
  'symbol',
  'after-loss',
  'revenge',
  'size',
  'overtrading',
  'strategy',
  'side',
] as const;
export type Habit = (typeof HABITS)[number];

export interface TraderPlan {
  readonly seed: number;
  readonly trades: number;
  readonly tradesPerDay: number;
  readonly habit?: Habit;
  /** Of a trade's spread. */
  readonly shift?: number;
}

const SPREAD = 200 * MICROS_PER_UNIT;
const COSTS = 4.5 * MICROS_PER_UNIT;
const ROOTS = ['ES', 'ES', 'NQ', 'CL'] as const;
const STRATEGIES = ['breakout', 'fade', 'pullback', null] as const;
/** Monday, 16 March 2026, in days since 1970: summer time in New York until November. */
const FIRST_DAY = 20_528;

/** Closed trades in the order of time; one position at a time, New York hours 08:30 to 16:00. */
export function simulatedTrader(plan: TraderPlan): JournalTrade[] {
  const random = new SeededRandom(plan.seed, 'trader');
  const trades: JournalTrade[] = [];
  const chosenWeekday = random.below(4) + 1;
  for (let day = 0; trades.length < plan.trades; day++) {
    const date = FIRST_DAY + Math.floor(day / 5) * 7 + (day % 5);
    const onChosen = plan.habit === 'weekday' && day % 5 === chosenWeekday;
    const count = onChosen ? Math.round(plan.tradesPerDay * 1.35) : plan.tradesPerDay;
    simulateDay({ plan, random, trades, date, count, onChosen });
  }
  return trades;
}

interface SimulatedDay {
  readonly plan: TraderPlan;
  readonly random: SeededRandom;
  readonly trades: JournalTrade[];
  readonly date: number;
  readonly count: number;
  readonly onChosen: boolean;
}

function simulateDay(day: SimulatedDay): void {
  const { plan, random, trades } = day;
  // 08:30 New York in summer is 12:30 UTC.
  let clock = day.date * DAY_MS + (12 * 60 + 30) * MINUTE_MS;
  let before: JournalTrade | null = null;
  for (let number = 1; number <= day.count && trades.length < plan.trades; number++) {
    const hasty = plan.habit === 'revenge' ? 0.9 : 0.5;
    const quick = random.unit() < (before !== null && before.netMicros < 0 ? hasty : 0.25);
    clock += quick
      ? (1 + random.unit() * 3) * MINUTE_MS
      : (430 / day.count) * (0.4 + random.unit()) * MINUTE_MS;
    const hold = Math.exp(random.unit() * 3) * MINUTE_MS;
    const trade = simulateTrade(day, before, number, clock, hold, quick);
    clock += hold;
    trades.push(trade);
    before = trade;
  }
}

function simulateTrade(
  { plan, random, trades, date, onChosen }: SimulatedDay,
  before: JournalTrade | null,
  number: number,
  entryMs: number,
  hold: number,
  quick: boolean,
): JournalTrade {
  const drawn = ROOTS[random.below(ROOTS.length)]!;
  // Who goes back in at once stays in the symbol that they lost in.
  const root = plan.habit === 'revenge' && quick && before ? before.root : drawn;
  const quantity = random.unit() < 0.25 ? 2 : 1;
  const side = random.unit() < 0.5 ? 'long' : 'short';
  const strategy = STRATEGIES[random.below(STRATEGIES.length)] as string | null;
  const lostBefore = before !== null && before.netMicros < 0;
  const quickAfter = lostBefore && entryMs - (before?.exitMs ?? 0) <= 5 * MINUTE_MS;
  const minute = (entryMs / MINUTE_MS) % 1440;
  const hit: Readonly<Record<Habit, boolean>> = {
    'time-of-day': minute >= 14 * 60 + 30 && minute < 16 * 60,
    weekday: onChosen,
    symbol: root === 'NQ',
    'after-loss': lostBefore,
    revenge: quickAfter && (side !== before?.side || quantity > before.quantity),
    size: quantity === 2,
    overtrading: number >= 7,
    strategy: strategy === 'fade',
    side: side === 'short',
  };
  const shift = plan.habit !== undefined && hit[plan.habit] ? (plan.shift ?? -0.5) : 0;
  const gross = Math.round(SPREAD * (normalOf(random) + shift));
  return {
    id: `t${trades.length}`,
    account: 'sim',
    currency: 'USD',
    symbol: `${root}H6`,
    root,
    side,
    quantity,
    entryMs: Math.round(entryMs),
    exitMs: Math.round(entryMs + hold),
    tradeDay: dayString(date),
    entryPrice: 100,
    exitPrice: 100,
    pointValue: 50,
    grossMicros: gross,
    costsMicros: COSTS,
    netMicros: gross - COSTS,
    maeMicros: null,
    mfeMicros: null,
    plannedRiskMicros: null,
    strategy,
    tags: [],
    groupId: `t${trades.length}`,
    flags: [],
    ordinal: trades.length,
  };
}
