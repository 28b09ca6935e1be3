/** When rules of price, moves and volume surely fired, and when they cannot have, by bars of one minute. */
import type { AlertCondition } from '@undertow/contracts';

export interface Minute {
  readonly startMs: number;
  readonly lowTicks: number;
  readonly highTicks: number;
  readonly closeTicks: number;
  readonly volume: number;
}

/** A span of the market's time in which a rule fired at least once. */
export interface Window {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Lines are drawn by hand: nobody of the soak does. */
type MarketCondition = Exclude<AlertCondition, { kind: 'event' | 'price_line' }>;
type BarCondition = Exclude<MarketCondition, { kind: 'trend' }>;
type OfKind<K extends AlertCondition['kind']> = Extract<AlertCondition, { kind: K }>;

const MINUTE_MS = 60_000;
/** Bars say in which minute something happened, not when: windows of moves are shorter, or longer, by so many. */
const SLACK_MINUTES = 2;
/** A share of volume within which bars do not decide. */
const SLACK_VOLUME = 0.03;
/** The usual volume without earlier days: windows of the last two hours. */
const RECENT_MINUTES = 120;
const MIN_WINDOWS = 2;

/** Minutes of one instrument by their start. */
export class Minutes {
  readonly all: readonly Minute[];
  readonly #byStart: ReadonlyMap<number, Minute>;

  constructor(all: readonly Minute[]) {
    this.all = all;
    this.#byStart = new Map(all.map((minute) => [minute.startMs, minute]));
  }

  at(startMs: number): Minute | undefined {
    return this.#byStart.get(startMs);
  }

  /** Those from `fromMs` to before `toMs`, oldest first. */
  between(fromMs: number, toMs: number): readonly Minute[] {
    const found: Minute[] = [];
    for (let startMs = Math.ceil(fromMs / MINUTE_MS) * MINUTE_MS; startMs < toMs; startMs += MINUTE_MS) {
      const minute = this.at(startMs);
      if (minute !== undefined) found.push(minute);
    }
    return found;
  }

  /** The minute of the instant with its neighbours: an alert may be dated just beside it. */
  around(atMs: number): readonly Minute[] {
    const startMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
    return this.between(startMs - MINUTE_MS, startMs + 2 * MINUTE_MS);
  }
}

const lowOf = (minutes: readonly Minute[]): number => Math.min(...minutes.map(({ lowTicks }) => lowTicks));
const highOf = (minutes: readonly Minute[]): number => Math.max(...minutes.map(({ highTicks }) => highTicks));

/** What is true in this minute and was not in the one before. */
function windowsWhere(minutes: Minutes, isNew: (now: Minute, before: Minute) => boolean): readonly Window[] {
  return minutes.all.flatMap((now) => {
    const before = minutes.at(now.startMs - MINUTE_MS);
    const isSure = before !== undefined && isNew(now, before);
    return isSure ? [{ fromMs: now.startMs, toMs: now.startMs + MINUTE_MS }] : [];
  });
}

function levelWindows({ test }: OfKind<'price_level'>, ticks: number, minutes: Minutes): readonly Window[] {
  const isUp = (now: Minute, before: Minute): boolean => before.closeTicks < ticks && now.closeTicks > ticks;
  const isDown = (now: Minute, before: Minute): boolean =>
    before.closeTicks > ticks && now.closeTicks < ticks;
  if (test === 'crosses_above') return windowsWhere(minutes, isUp);
  if (test === 'crosses_below') return windowsWhere(minutes, isDown);
  if (test === 'crosses')
    return windowsWhere(minutes, (now, before) => isUp(now, before) || isDown(now, before));
  return windowsWhere(
    minutes,
    (now, before) => before.closeTicks !== ticks && now.lowTicks <= ticks && now.highTicks >= ticks,
  );
}

function couldCross({ test }: OfKind<'price_level'>, ticks: number, minutes: Minutes, atMs: number): boolean {
  const near = minutes.around(atMs);
  const before = minutes.at((near[0]?.startMs ?? 0) - MINUTE_MS);
  const low = Math.min(lowOf(near), before?.closeTicks ?? Number.POSITIVE_INFINITY);
  const high = Math.max(highOf(near), before?.closeTicks ?? Number.NEGATIVE_INFINITY);
  if (test === 'crosses_above') return high > ticks;
  if (test === 'crosses_below') return low < ticks;
  return low <= ticks && high >= ticks;
}

type Direction = 'up' | 'down';
const directionsOf = ({ direction }: OfKind<'price_move'>): readonly Direction[] =>
  direction === 'either' ? ['up', 'down'] : [direction];

function isEnough({ ticks, percent }: OfKind<'price_move'>, moved: number, fromTicks: number): boolean {
  return ticks === null ? moved >= ((percent ?? 100) / 100) * Math.abs(fromTicks) : moved >= ticks;
}

/** A move from one of the earlier minutes to an extreme of this one. */
function isMove(
  condition: OfKind<'price_move'>,
  direction: Direction,
  now: Minute,
  earlier: readonly Minute[],
): boolean {
  return earlier.some(({ lowTicks, highTicks }) =>
    direction === 'up'
      ? isEnough(condition, now.highTicks - lowTicks, lowTicks)
      : isEnough(condition, highTicks - now.lowTicks, highTicks),
  );
}

function moveWindows(condition: OfKind<'price_move'>, minutes: Minutes): readonly Window[] {
  const { withinMinutes } = condition;
  const directions = directionsOf(condition);
  const reach = (now: Minute, count: number, untilMs: number): readonly Minute[] =>
    minutes.between(now.startMs - count * MINUTE_MS, untilMs);
  return windowsWhere(minutes, (now, before) => {
    const surely = reach(now, withinMinutes - SLACK_MINUTES, now.startMs);
    const possibly = reach(before, withinMinutes + SLACK_MINUTES, now.startMs);
    return (
      directions.some((direction) => isMove(condition, direction, now, surely)) &&
      directions.every((direction) => !isMove(condition, direction, before, possibly))
    );
  });
}

function couldMove(condition: OfKind<'price_move'>, minutes: Minutes, atMs: number): boolean {
  const fromMs = atMs - (condition.withinMinutes + SLACK_MINUTES) * MINUTE_MS;
  const reach = minutes.between(fromMs, atMs + MINUTE_MS);
  return reach.some((now, place) =>
    directionsOf(condition).some((direction) => isMove(condition, direction, now, reach.slice(0, place + 1))),
  );
}

function volumeOf(minutes: Minutes, endMs: number, count: number): number {
  const found = minutes.between(endMs - (count - 1) * MINUTE_MS, endMs + MINUTE_MS);
  return found.reduce((sum, { volume }) => sum + volume, 0);
}

/** Median of the windows of the two hours before; null where there are too few. */
function usualVolume(minutes: Minutes, endMs: number, count: number): number | null {
  const sums: number[] = [];
  for (let back = 1; back - 1 + count <= RECENT_MINUTES; back += count) {
    const sum = volumeOf(minutes, endMs - back * MINUTE_MS, count);
    if (sum > 0) sums.push(sum);
  }
  if (sums.length < MIN_WINDOWS) return null;
  const sorted = sums.toSorted((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Volume of the window that ends with the minute, as a multiple of the usual one. */
function timesUsual({ windowMinutes }: OfKind<'volume'>, minutes: Minutes, endMs: number): number | null {
  const usual = usualVolume(minutes, endMs, windowMinutes);
  return usual === null ? null : volumeOf(minutes, endMs, windowMinutes) / usual;
}

function volumeWindows(condition: OfKind<'volume'>, minutes: Minutes): readonly Window[] {
  const { multiple } = condition;
  return windowsWhere(minutes, (now, before) => {
    const times = timesUsual(condition, minutes, now.startMs);
    const earlier = timesUsual(condition, minutes, before.startMs);
    if (times === null || earlier === null) return false;
    return times >= multiple * (1 + SLACK_VOLUME) && earlier < multiple * (1 - SLACK_VOLUME);
  });
}

function couldBeMuch(condition: OfKind<'volume'>, minutes: Minutes, atMs: number): boolean {
  const startMs = Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
  return [startMs, startMs - MINUTE_MS].some((endMs) => {
    const times = timesUsual(condition, minutes, endMs);
    return times === null || times >= condition.multiple * (1 - SLACK_VOLUME);
  });
}

/** The trend is one of the closes of ten bars of ten minutes, of which the last one forms. */
const TREND_BARS = 10;
const TREND_BAR_MS = 10 * MINUTE_MS;

function trendOf(closes: readonly number[]): 'bullish' | 'bearish' | 'consolidating' {
  const [first = 0] = closes;
  const change = ((closes.at(-1) ?? first) - first) / Math.abs(first);
  const range = (Math.max(...closes) - Math.min(...closes)) / Math.abs(first);
  if (range <= 0.003 || Math.abs(change) <= 0.005) return 'consolidating';
  return change > 0 ? 'bullish' : 'bearish';
}

/** The last close was any price of the minutes around the instant. */
function couldTurn({ to }: OfKind<'trend'>, minutes: Minutes, atMs: number): boolean {
  const near = minutes.around(atMs);
  const formingMs = Math.floor(atMs / TREND_BAR_MS) * TREND_BAR_MS;
  const isAtEdge = near.some(
    ({ startMs }) => Math.floor(startMs / TREND_BAR_MS) * TREND_BAR_MS !== formingMs,
  );
  const closes = Array.from({ length: TREND_BARS - 1 }, (_, at) => {
    const startMs = formingMs - (TREND_BARS - 1 - at) * TREND_BAR_MS;
    return minutes.between(startMs, startMs + TREND_BAR_MS).at(-1)?.closeTicks;
  }).filter((close) => close !== undefined);
  if (isAtEdge || near.length === 0 || closes.length < TREND_BARS - 1) return true;
  for (let ticks = lowOf(near); ticks <= highOf(near); ticks += 1)
    if (to.includes(trendOf([...closes, ticks]))) return true;
  return false;
}

const ticksOf = (price: string, tickSize: number): number => Math.round(Number(price) / tickSize);

/** Spans of the market's time in which the rule surely fired, were it in effect throughout. */
export function sureWindows(condition: BarCondition, tickSize: number, minutes: Minutes): readonly Window[] {
  if (condition.kind === 'price_level')
    return levelWindows(condition, ticksOf(condition.price, tickSize), minutes);
  return condition.kind === 'price_move'
    ? moveWindows(condition, minutes)
    : volumeWindows(condition, minutes);
}

/** False where the bars exclude that it fired at the instant. */
export function couldFire(
  condition: MarketCondition,
  tickSize: number,
  minutes: Minutes,
  atMs: number,
): boolean {
  if (condition.kind === 'price_level')
    return couldCross(condition, ticksOf(condition.price, tickSize), minutes, atMs);
  if (condition.kind === 'trend') return couldTurn(condition, minutes, atMs);
  return condition.kind === 'price_move'
    ? couldMove(condition, minutes, atMs)
    : couldBeMuch(condition, minutes, atMs);
}
