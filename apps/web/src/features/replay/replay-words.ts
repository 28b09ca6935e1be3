/** What a replay says of itself: its instant, what it does, and its speed. Pure. */
import { type MarketReplayState, REPLAY_SPEEDS, type ReplaySpeed } from '@undertow/contracts';
import { formatClock, formatDate, formatWeekday } from '#lib/format/times.ts';

/** `16:51:47.318`. */
export function instantText(at: string): string {
  const timeMs = Date.parse(at);
  return `${formatClock(timeMs)}.${String(Math.floor(timeMs) % 1000).padStart(3, '0')}`;
}

/** `Thu 19 Nov 2026`. */
export function dayText(at: string): string {
  const timeMs = Date.parse(at);
  return `${formatWeekday(timeMs)} ${formatDate(timeMs)}`;
}

export function speedText(speed: ReplaySpeed): string {
  return speed === 'max' ? 'max' : `${speed}×`;
}

/** The next slower or faster one; at the ends the same. */
export function speedBeside(speed: ReplaySpeed, by: 1 | -1): ReplaySpeed {
  const at = REPLAY_SPEEDS.indexOf(speed) + by;
  return REPLAY_SPEEDS[Math.min(Math.max(at, 0), REPLAY_SPEEDS.length - 1)] ?? speed;
}

/** What it does, for readers of the screen and below the clock; a sentence where something is to be known. */
export function modeText({
  mode,
  speed,
  reason,
}: Pick<MarketReplayState, 'mode' | 'speed' | 'reason'>): string {
  switch (mode) {
    case 'building':
      return 'Building the market of this instant';
    case 'paused':
      return 'Paused';
    case 'playing':
      return `Playing at ${speedText(speed)}`;
    case 'stepping':
      return 'Running to the next one';
    case 'ended':
      return 'The recording of this day ends here.';
    case 'held':
    case 'failed':
    case 'over':
      return reason ?? 'The replay is over.';
  }
}
