/** Trades by hour, weekday, session and regime, each group compared with the other trades, and by how they ended. */
import { WEEKDAYS, type Weekday, weekdayOfDay } from '#rule/backtest-rule.ts';
import { falseDiscoveryRates } from '#statistics/false-discovery.ts';
import type { SessionBootstrap, SessionSums } from '#statistics/session-bootstrap.ts';
import {
  type BacktestTrade,
  EXIT_REASONS,
  type ExitRow,
  type GroupRow,
  MAX_Q,
  MIN_TRADES,
  type ResultGroups,
} from './backtest-result.ts';
import { estimate, MICROS_PER_USD, ratio, sumsOf } from './trade-sums.ts';

export interface GroupInput {
  readonly trades: readonly BacktestTrade[];
  /** Position of each trading day. */
  readonly days: ReadonlyMap<string, number>;
  readonly bootstrap: SessionBootstrap;
  /** Mean R of the random entries of each trade; empty without a base line. */
  readonly randomR: readonly number[];
  /** IANA name: hours are in this zone. */
  readonly zone: string;
}

interface GroupKeys {
  readonly kind: keyof ResultGroups;
  keysOf(trade: BacktestTrade): readonly string[];
}

function groupings(zone: string): readonly GroupKeys[] {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' });
  return [
    { kind: 'hour', keysOf: ({ signalMs }) => [clock.format(signalMs)] },
    { kind: 'weekday', keysOf: ({ tradingDay }) => [weekdayOfDay(tradingDay)] },
    { kind: 'session', keysOf: ({ regime }) => [regime.session] },
    {
      kind: 'regime',
      keysOf: ({ regime }) => [
        `trend:${regime.trend}`,
        ...(regime.volatility === null ? [] : [`volatility:${regime.volatility}`]),
        `news:${regime.isNews ? 'inside' : 'outside'}`,
      ],
    },
  ];
}

interface Group {
  readonly kind: keyof ResultGroups;
  readonly key: string;
  readonly members: ReadonlySet<BacktestTrade>;
  readonly sums: RSums;
  readonly row: Omit<GroupRow, 'isDifferent'>;
}

type RSums = readonly [netR: SessionSums, count: SessionSums];

function rSums(trades: readonly BacktestTrade[], days: ReadonlyMap<string, number>): RSums {
  return [sumsOf(trades, days, ({ netR }) => netR), sumsOf(trades, days, () => 1)];
}

function rowOf(
  key: string,
  { members, sums }: Pick<Group, 'members' | 'sums'>,
  input: GroupInput,
): Group['row'] {
  const { trades, bootstrap, randomR } = input;
  const n = members.size;
  const random = trades.reduce((sum, trade, at) => sum + (members.has(trade) ? (randomR[at] ?? 0) : 0), 0);
  return {
    key,
    n,
    netR: n < MIN_TRADES ? null : estimate(bootstrap, n, sums, ratio),
    randomR: randomR.length === 0 ? null : random / n,
  };
}

/** How likely the group differs from the other trades by chance alone; null where one of the two is too small. */
function chanceOf({ members, sums }: Group, { trades, days, bootstrap }: GroupInput): number | null {
  if (members.size < MIN_TRADES || trades.length - members.size < MIN_TRADES) return null;
  const others = trades.filter((trade) => !members.has(trade));
  const columns = [...sums, ...rSums(others, days)];
  return bootstrap.chanceOfNone(columns, ([own = 0, n = 0, rest = 0, count = 0]) => own / n - rest / count);
}

export function groupsOf(input: GroupInput): ResultGroups {
  const found = groupings(input.zone).flatMap(({ kind, keysOf }) => {
    const members = Map.groupBy(
      input.trades.flatMap((trade) => keysOf(trade).map((key) => ({ key, trade }))),
      ({ key }) => key,
    );
    return [...members]
      .toSorted(([one], [other]) => placeOf(kind, one) - placeOf(kind, other) || (one < other ? -1 : 1))
      .map(([key, pairs]): Group => {
        const own = pairs.map(({ trade }) => trade);
        const group = { members: new Set(own), sums: rSums(own, input.days) };
        return { kind, key, ...group, row: rowOf(key, group, input) };
      });
  });
  const chances = found.map((group) => chanceOf(group, input));
  const rates = falseDiscoveryRates(chances.filter((chance) => chance !== null));
  let next = 0;
  const rows = found.map(({ kind, row }, at) => {
    const rate = chances[at] === null ? null : rates[next++]!;
    return { kind, row: { ...row, isDifferent: rate !== null && rate <= MAX_Q } };
  });
  const of = (wanted: keyof ResultGroups) => rows.filter(({ kind }) => kind === wanted).map(({ row }) => row);
  return {
    hour: of('hour'),
    weekday: of('weekday') as ResultGroups['weekday'],
    session: of('session'),
    regime: of('regime'),
  };
}

function placeOf(kind: keyof ResultGroups, key: string): number {
  return kind === 'weekday' ? WEEKDAYS.indexOf(key as Weekday) : 0;
}

export function exitRows({ trades, days, bootstrap }: GroupInput): ExitRow[] {
  const all = sumsOf(trades, days, () => 1);
  return EXIT_REASONS.flatMap((reason) => {
    const own = trades.filter((trade) => trade.reason === reason);
    const n = own.length;
    if (n === 0) return [];
    const counts = sumsOf(own, days, () => 1);
    const netR = [sumsOf(own, days, (trade) => trade.netR), counts];
    return [
      {
        reason,
        n,
        share: estimate(bootstrap, n, [counts, all], ratio),
        netR: n < MIN_TRADES ? null : estimate(bootstrap, n, netR, ratio),
        netUsd: own.reduce((sum, { netMicros }) => sum + netMicros, 0) / MICROS_PER_USD,
      },
    ];
  });
}
