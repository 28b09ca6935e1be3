/** When a rule may fire, and when its alerts stay quiet. */
import {
  DEFAULT_TIME_ZONE,
  isTimeZone,
  type NewsFilter,
  type QuietHours,
  type SessionHours,
} from '@undertow/contracts';
import {
  DAY_MS,
  type ExchangeCalendar,
  type Instrument,
  productCalendar,
  type SessionBounds,
} from '@undertow/market';

const MINUTES_OF_DAY = 1440;

/** True when the instant lies in the hours of the instrument, by its own calendar in the venue's. */
export function isInSession(
  hours: SessionHours,
  instrument: Instrument,
  venue: ExchangeCalendar,
  atMs: number,
): boolean {
  if (hours === 'any') return true;
  const calendar = productCalendar(venue, instrument);
  const regular = calendar.regularHours(instrument, calendar.tradingDayOf(atMs));
  const isRegular = regular !== null && atMs >= regular.openMs && atMs < regular.closeMs;
  return hours === 'regular' ? isRegular : !isRegular;
}

/** True when the rule may fire in the window around a release, or outside of one. */
export function passesNews(filter: NewsFilter | undefined, isInWindow: boolean): boolean {
  return filter === undefined || filter === 'any' || (filter === 'inside') === isInWindow;
}

/** The next instant in which the rule may fire, searched over two weeks; null when there is none. */
export function nextInSession(
  hours: SessionHours,
  instrument: Instrument,
  venue: ExchangeCalendar,
  fromMs: number,
): number | null {
  const calendar = productCalendar(venue, instrument);
  const isOpen = (atMs: number): boolean =>
    calendar.marketPhase(atMs) === 'open' && isInSession(hours, instrument, calendar, atMs);
  if (isOpen(fromMs)) return fromMs;
  for (let atMs = fromMs; atMs < fromMs + 14 * DAY_MS; atMs = calendar.nextOpenMs(atMs)) {
    const edges = edgesOf(calendar.regularHours(instrument, calendar.tradingDayOf(atMs)));
    const found = [atMs, ...edges]
      .filter((edge) => edge >= fromMs && isOpen(edge))
      .toSorted((a, b) => a - b)[0];
    if (found !== undefined) return found;
  }
  return null;
}

function edgesOf(regular: SessionBounds | null): readonly number[] {
  return regular === null ? [] : [regular.openMs, regular.closeMs];
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Minutes after midnight in the zone. */
function minuteOf(atMs: number, timeZone: string | null): number {
  const zone = timeZone !== null && isTimeZone(timeZone) ? timeZone : DEFAULT_TIME_ZONE;
  const known = clocks.get(zone);
  const clock =
    known ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  if (known === undefined) clocks.set(zone, clock);
  const [hour, minute] = clock.format(atMs).split(':').map(Number);
  return ((hour ?? 0) * 60 + (minute ?? 0)) % MINUTES_OF_DAY;
}

function minuteOfText(text: string): number {
  const [hour, minute] = text.split(':').map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
}

/** True from the first of the two times to before the other, over midnight when the first is the later one. */
export function isQuiet(quiet: QuietHours | null, atMs: number, timeZone: string | null): boolean {
  if (quiet === null) return false;
  const from = minuteOfText(quiet.from);
  const to = minuteOfText(quiet.to);
  const now = minuteOf(atMs, timeZone);
  return from < to ? now >= from && now < to : now >= from || now < to;
}
