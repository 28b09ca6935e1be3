/** What the product printed: a warning or an error in it fails the soak, unless it says that rows came late. */

/** Rows of an instrument came late, and the alerts with them: milliseconds since 1970 UTC on the market's clock. */
export interface TimeBehind {
  readonly instrumentId: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** How late the latest of them. */
  readonly lateMs: number;
  /** Before this they came too late for alerts; null where none did. */
  readonly skippedToMs: number | null;
}

const MAX_LENGTH = 400;

/** Lines of the log of at least a warning, and any other line that reads like one. */
export function faultsOfLog(output: string): readonly string[] {
  return output
    .split('\n')
    .filter((line) =>
      line.startsWith('{') ? isWarning(line) : /\b(?:warning|error|exception|rejection)\b/i.test(line),
    )
    .filter((line) => timeBehindOf(line)?.skippedToMs !== null)
    .map((line) => line.slice(0, MAX_LENGTH));
}

/** When the product was behind the market, as it reported afterwards. */
export function timesBehind(output: string): readonly TimeBehind[] {
  return output.split('\n').flatMap((line) => timeBehindOf(line) ?? []);
}

/** Of a whole line only: the last one of the output may be cut. */
function timeBehindOf(line: string): TimeBehind | undefined {
  if (!/^\{.*"msg":"rows came late".*\}$/.test(line)) return undefined;
  const { instrumentId, fromMs, toMs, lateMs, skippedToMs }: TimeBehind = JSON.parse(line);
  return { instrumentId, fromMs, toMs, lateMs, skippedToMs };
}

/** Levels of pino: 40 is a warning. */
function isWarning(line: string): boolean {
  try {
    const { level }: { level?: unknown } = JSON.parse(line);
    return typeof level === 'number' ? level >= 40 : ['warn', 'error', 'fatal'].includes(String(level));
  } catch {
    return true;
  }
}
