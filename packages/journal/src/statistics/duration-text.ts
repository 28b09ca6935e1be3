/** Durations as text of two units. */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@undertow/market';

const UNITS = [
  { ms: DAY_MS, name: 'd' },
  { ms: HOUR_MS, name: 'h' },
  { ms: MINUTE_MS, name: 'min' },
  { ms: 1000, name: 's' },
] as const;

/** `1 h 20 min`, `45 s`, `250 ms`: the two largest units, what is below them left out. */
export function durationText(durationMs: number): string {
  const at = UNITS.findIndex(({ ms }) => durationMs >= ms);
  const unit = UNITS[at];
  if (unit === undefined) return `${Math.floor(durationMs)} ms`;
  const next = UNITS[at + 1];
  const whole = Math.floor(durationMs / unit.ms);
  const rest = next === undefined ? 0 : Math.floor((durationMs % unit.ms) / next.ms);
  return `${whole} ${unit.name}${next !== undefined && rest > 0 ? ` ${rest} ${next.name}` : ''}`;
}
