/** What the processes of a cluster logged, short: an outage of PostgreSQL alone logs thousands of lines. */

interface Said {
  readonly firstAt: string;
  lastAt: string;
  count: number;
}

/** Lines of pino by process, level, message and instrument, in the order in which they came first; other lines as they are. */
export function summaryOf(output: string): readonly string[] {
  const said = new Map<string, Said>();
  for (const line of output.split('\n')) {
    const { time, what } = partsOf(line);
    if (what === '') continue;
    const known = said.get(what);
    if (known === undefined) said.set(what, { firstAt: time, lastAt: time, count: 1 });
    else {
      known.lastAt = time;
      known.count += 1;
    }
  }
  return [...said].map(([what, { firstAt, lastAt, count }]) =>
    count === 1 ? `${firstAt} ${what}` : `${firstAt} to ${lastAt} ${what} (${count} times)`,
  );
}

const MAX_LENGTH = 200;

function partsOf(line: string): { time: string; what: string } {
  const at = line.indexOf('{');
  if (at === -1) return { time: '', what: line.trim().slice(0, MAX_LENGTH) };
  try {
    const { time, level, msg, instrumentId = '' }: Record<string, unknown> = JSON.parse(line.slice(at));
    const what = `${line.slice(0, at)}${level} ${msg} ${instrumentId}`.trim();
    return { time: String(time).slice(11, 23), what };
  } catch {
    return { time: '', what: line.slice(0, MAX_LENGTH) };
  }
}
