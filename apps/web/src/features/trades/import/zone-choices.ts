/** The zones that a file's times may be in: likely ones first, then every other one. */
import { USER_ZONE, zoneCity } from '#lib/format/times.ts';

export interface ZoneChoice {
  readonly value: string;
  readonly label: string;
}

/**
 * Exchanges, brokers' servers (which keep the time of New York closes in Athens' clock), and the clock of the world.
 */
const LIKELY: readonly string[] = [
  'America/Chicago',
  'America/New_York',
  'UTC',
  'Europe/London',
  'Europe/Berlin',
  'Europe/Athens',
];

const NOTES: Readonly<Record<string, string>> = {
  'America/Chicago': 'CME exchange time',
  'America/New_York': 'Eastern time',
  'Europe/Athens': 'many MetaTrader servers',
  UTC: 'universal time',
};

function labelOf(zone: string): string {
  const notes = [...(zone === USER_ZONE ? ['your time zone'] : []), ...(NOTES[zone] ? [NOTES[zone]] : [])];
  const name = zone === 'UTC' ? 'UTC' : zoneCity(zone);
  return notes.length === 0 ? name : `${name}, ${notes.join(', ')}`;
}

/** `proposed` are the file's own or remembered zones, best first. */
export function likelyZones(proposed: readonly string[]): readonly ZoneChoice[] {
  return [...new Set([...proposed, USER_ZONE, ...LIKELY])].map((value) => ({ value, label: labelOf(value) }));
}

export function otherZones(likely: readonly ZoneChoice[]): readonly ZoneChoice[] {
  const taken = new Set(likely.map(({ value }) => value));
  return Intl.supportedValuesOf('timeZone')
    .filter((zone) => !taken.has(zone))
    .map((value) => ({ value, label: value.replaceAll('_', ' ') }));
}
