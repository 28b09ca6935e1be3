/** The instant at which clocks of a zone show a time. */

function shownAt(ms: number, zone: Intl.DateTimeFormat): number {
  const parts = Object.fromEntries(zone.formatToParts(ms).map(({ type, value }) => [type, Number(value)]));
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/** `wallMs`: the time on the clock as if it were UTC. Null where the system does not know the zone. */
export function zoneInstant(wallMs: number, zone: string): number | null {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone: zone, hourCycle: 'h23' },
      ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    });
  } catch {
    return null;
  }
  // The second step is for a change of the offset between the first guess and the instant
  const guess = wallMs - (shownAt(wallMs, format) - wallMs);
  return guess + wallMs - shownAt(guess, format);
}
