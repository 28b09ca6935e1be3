/** Dates of a calendar file within a span of time, with those of its recurring entries. */
import ICAL from 'ical.js';
import { type ReadRelease, SourceFailure } from '#ports/news/news-sources.ts';
import { plainText } from './plain-text.ts';
import { zoneInstant } from './zone-instant.ts';

/** A publisher's whole year is a few hundred. */
const MAX_DATES = 2_000;
/** Of one recurring entry, from its first date on: a weekly one of twenty years. */
const MAX_RECURRENCES = 1_100;
const MAX_FIGURE_CHARS = 16;
/** Entries that recur more often than daily are no releases. */
const FREQUENT = new Set(['SECONDLY', 'MINUTELY', 'HOURLY']);

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

const two = (value: number): string => String(value).padStart(2, '0');

function dayOf({ year, month, day }: ICAL.Time): string {
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
}

/** The clock's reading as if it were UTC. */
function wallMs({ year, month, day, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** Null for a whole day, and where neither the calendar nor the system knows the zone. */
function instantOf(time: ICAL.Time, tzid: string | null): number | null {
  if (time.isDate) return null;
  // A zone of the calendar's own, or UTC
  if (time.zone !== ICAL.Timezone.localTimezone) return time.toJSDate().getTime();
  return tzid === null ? null : zoneInstant(wallMs(time), tzid);
}

function zoneOf(entry: ICAL.Component, property: string): string | null {
  const zone = entry.getFirstProperty(property)?.getFirstParameter('tzid');
  return zone === undefined || zone === '' ? null : zone;
}

/** A figure after one of these words and a colon, at the start of a line. */
function figureOf(description: string | null, words: string): string | null {
  const found = new RegExp(`^\\s*(?:${words})\\s*:\\s*(\\S.*)$`, 'im').exec(description ?? '');
  const text = plainText(found?.[1] ?? '');
  return text === '' || text.length > MAX_FIGURE_CHARS ? null : text;
}

interface Occurrence {
  readonly item: ICAL.Event;
  readonly start: ICAL.Time;
  /** Where the rule of the entry has it. */
  readonly original: ICAL.Time | null;
}

function* occurrencesOf(event: ICAL.Event, { toMs }: Span): Generator<Occurrence> {
  const start = event.startDate as ICAL.Time | null;
  if (start === null) return;
  if (!event.isRecurring()) {
    yield { item: event, start, original: null };
    return;
  }
  if (Object.keys(event.getRecurrenceTypes()).some((type) => FREQUENT.has(type))) return;
  const iterator = event.iterator();
  for (let n = 0; n < MAX_RECURRENCES; n += 1) {
    const next = iterator.next() as ICAL.Time | null;
    if (next === null || wallMs(next) > toMs) return;
    const { item, startDate, recurrenceId } = event.getOccurrenceDetails(next);
    yield { item, start: startDate, original: recurrenceId };
  }
}

function releaseOf({ item, start, original }: Occurrence): ReadRelease | null {
  const { component } = item;
  const title = plainText(item.summary ?? '');
  if (title === '') return null;
  const day = dayOf(start);
  return {
    uid: `${item.uid ?? `${title} ${day}`}${original === null ? '' : ` ${original.toString()}`}`.slice(
      0,
      500,
    ),
    title,
    day,
    atMs: instantOf(start, zoneOf(component, 'dtstart')),
    isCancelled: component.getFirstPropertyValue('status') === 'CANCELLED',
    actual: figureOf(item.description, 'actual'),
    expected: figureOf(item.description, 'expected|forecast|consensus'),
  };
}

function rootOf(text: string): ICAL.Component {
  try {
    const parsed = ICAL.parse(text) as readonly unknown[];
    // Of several calendars in one file the first counts
    const [first = null] = Array.isArray(parsed[0]) ? parsed : [parsed];
    if (!Array.isArray(first) || first[0] !== 'vcalendar') throw new Error('expected VCALENDAR');
    return new ICAL.Component(first as never);
  } catch (error) {
    throw new SourceFailure('expected a calendar file (ICS)', { cause: error });
  }
}

/** Entries by their name, each with those that replace one of its dates. */
function eventsOf(root: ICAL.Component): readonly ICAL.Event[] {
  const entries = root.getAllSubcomponents('vevent');
  const replacing = entries.filter((entry) => entry.hasProperty('recurrence-id'));
  return entries
    .filter((entry) => !entry.hasProperty('recurrence-id'))
    .map((entry) => {
      const uid = entry.getFirstPropertyValue('uid');
      const exceptions = replacing.filter((one) => one.getFirstPropertyValue('uid') === uid);
      return new ICAL.Event(entry, { exceptions, strictExceptions: false });
    });
}

/** An entry that cannot be read is left out; the calendar is refused only as a whole. */
function datesOf(event: ICAL.Event, span: Span): readonly ReadRelease[] {
  const found: ReadRelease[] = [];
  try {
    for (const occurrence of occurrencesOf(event, span)) {
      const release = releaseOf(occurrence);
      if (release === null) continue;
      const atMs = release.atMs ?? Date.parse(release.day);
      if (atMs >= span.fromMs && atMs <= span.toMs) found.push(release);
    }
  } catch {
    return found;
  }
  return found;
}

/** Dates within the span, in the order of the file. Throws `SourceFailure`. */
export function parseCalendar(text: string, span: Span): readonly ReadRelease[] {
  const found = eventsOf(rootOf(text)).flatMap((event) => datesOf(event, span));
  return found.slice(0, MAX_DATES);
}
