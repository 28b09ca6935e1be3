/** Sessions of a template with their profiles, and which of their points later sessions have not traded. Sessions that are over are computed once. */
import {
  type ExchangeCalendar,
  firstTradedMs,
  type Instrument,
  NakedPoints,
  type SessionBounds,
  sessionWindow,
  type TpoProfile,
  type TpoRun,
  TpoSession,
  tpoProfile,
  tradingDayBefore,
  type ValueArea,
  type WindowProfile,
  windowProfile,
} from '@undertow/market';
import type { ProfileBar } from './merge-bars.ts';
import type { ProfileChoices } from './profile-choices.ts';

export interface SessionProfile {
  readonly day: string;
  readonly bounds: SessionBounds;
  /** It still trades at the clock of the view. */
  readonly isOpen: boolean;
  readonly rowTicks: number;
  readonly tpo: TpoProfile;
  readonly volume: WindowProfile;
  /** In what was chosen: TPOs or volume. */
  readonly value: ValueArea | null;
  /** Lowest and highest traded price; null before a trade. */
  readonly lowTicks: number | null;
  readonly highTicks: number | null;
}

/** What later sessions made of one. */
export interface SessionFate {
  /** No later session has traded at its point of control; false while it is open. */
  readonly isNaked: boolean;
  /** When each run of single prints was traded again, in their order; null while it was not. */
  readonly singlesTradedMs: readonly (number | null)[];
}

export interface ProfileMarket {
  readonly instrument: Instrument;
  readonly calendar: ExchangeCalendar;
  readonly bars: readonly ProfileBar[];
  /** Changes with the bars of the past. */
  readonly pastVersion: number;
  readonly nowMs: number;
}

/** As far as days are counted back. */
const MAX_DAYS = 60;

/** Bars that start within `[fromMs, toMs)` of a list by time. */
export function barsWithin(bars: readonly ProfileBar[], fromMs: number, toMs: number): readonly ProfileBar[] {
  return bars.slice(indexFrom(bars, fromMs), indexFrom(bars, toMs));
}

function indexFrom(bars: readonly ProfileBar[], fromMs: number): number {
  let [low, high] = [0, bars.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (bars[middle]!.startMs < fromMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

type SessionChoices = Pick<
  ProfileChoices,
  'view' | 'session' | 'periodMinutes' | 'balanceMinutes' | 'valuePercent' | 'valueFrom'
>;

/** Trading days that have begun in the hours of the template, newest first. */
export function* daysBack(
  { instrument, calendar, nowMs }: Pick<ProfileMarket, 'instrument' | 'calendar' | 'nowMs'>,
  { session }: Pick<ProfileChoices, 'session'>,
): Generator<{ readonly day: string; readonly bounds: SessionBounds }> {
  let day = calendar.tradingDayOf(nowMs);
  for (let count = 0; count < MAX_DAYS; count += 1) {
    const bounds = sessionWindow(session, instrument, calendar, day);
    if (bounds !== null && bounds.openMs <= nowMs) yield { day, bounds };
    day = tradingDayBefore(calendar, day);
  }
}

export class SessionProfiles {
  #over = new Map<string, SessionProfile>();
  #key = '';

  /** Oldest first; days without a trade are left out. */
  read(
    market: ProfileMarket,
    choices: SessionChoices,
    rowTicks: number,
    count: number,
    skip: number,
  ): SessionProfile[] {
    this.#forget(market, choices, rowTicks);
    const sessions: SessionProfile[] = [];
    const firstMs = market.bars[0]?.startMs ?? Number.POSITIVE_INFINITY;
    let left = skip;
    for (const { day, bounds } of daysBack(market, choices)) {
      if (bounds.closeMs <= firstMs || sessions.length >= count) break;
      const bars = barsWithin(market.bars, bounds.openMs, bounds.closeMs);
      if (bars.length === 0) continue;
      if (left > 0) {
        left -= 1;
        continue;
      }
      sessions.unshift(this.#session(market, choices, rowTicks, { day, bounds }, bars));
    }
    return sessions;
  }

  #forget({ instrument, pastVersion }: ProfileMarket, choices: SessionChoices, rowTicks: number): void {
    const { session, periodMinutes, balanceMinutes, valuePercent } = choices;
    const key = [
      ...[instrument.id, pastVersion, session, periodMinutes, balanceMinutes, valuePercent, valueIn(choices)],
      rowTicks,
    ].join();
    if (key === this.#key) return;
    this.#key = key;
    this.#over = new Map();
  }

  #session(
    { nowMs }: ProfileMarket,
    choices: SessionChoices,
    rowTicks: number,
    { day, bounds }: { readonly day: string; readonly bounds: SessionBounds },
    bars: readonly ProfileBar[],
  ): SessionProfile {
    const known = this.#over.get(day);
    if (known !== undefined) return known;
    const isOpen = nowMs < bounds.closeMs;
    const made = sessionProfile(day, bounds, bars, choices, rowTicks, isOpen);
    if (!isOpen) this.#over.set(day, made);
    return made;
  }
}

/** Where no letters are shown, volume decides. */
const valueIn = ({ view, valueFrom }: SessionChoices): 'tpo' | 'volume' =>
  view === 'volume' ? 'volume' : valueFrom;

function sessionProfile(
  day: string,
  bounds: SessionBounds,
  bars: readonly ProfileBar[],
  choices: SessionChoices,
  rowTicks: number,
  isOpen: boolean,
): SessionProfile {
  const { periodMinutes, balanceMinutes, valuePercent } = choices;
  const trades = new TpoSession(bounds);
  for (const bar of bars) trades.addBar(bar);
  const valueShare = valuePercent / 100;
  const tpo = tpoProfile(trades, { periodMinutes, rowTicks, balanceMinutes, valueShare });
  const volume = windowProfile(bars, { fromMs: bounds.openMs, toMs: bounds.closeMs, rowTicks, valueShare });
  const whole = trades.range(0, trades.slots);
  return {
    ...{ day, bounds, isOpen, rowTicks, tpo, volume },
    value: valueIn(choices) === 'tpo' ? tpo.valueArea : volume.valueArea,
    lowTicks: whole?.lowTicks ?? null,
    highTicks: whole?.highTicks ?? null,
  };
}

/** Of sessions, oldest first; later ones are those of the same template. */
export function sessionFates(
  sessions: readonly SessionProfile[],
  bars: readonly ProfileBar[],
): readonly SessionFate[] {
  const inSessions = sessions.map(({ bounds }) => barsWithin(bars, bounds.openMs, bounds.closeMs));
  const points = new NakedPoints();
  sessions.forEach(({ day, bounds, isOpen, value, rowTicks }, at) => {
    // A row that traded counts whole
    for (const { startMs, highTicks, lowTicks } of inSessions[at]!)
      points.trade(startMs, highTicks, Math.floor(lowTicks / rowTicks) * rowTicks);
    if (!isOpen && value !== null)
      points.add({ tradingDay: day, endMs: bounds.closeMs, pointTicks: value.pointOfControlTicks });
  });
  const naked = new Set(points.naked().map(({ tradingDay }) => tradingDay));
  return sessions.map(({ day, bounds, tpo }, at) => {
    const later = inSessions.slice(at + 1).flat();
    const tradedMs = (run: TpoRun): number | null => firstTradedMs(run, later, bounds.closeMs);
    return { isNaked: naked.has(day), singlesTradedMs: tpo.singlePrints.map(tradedMs) };
  });
}
