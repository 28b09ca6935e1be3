/** What can be done with the open replay: play, steps in both directions, speed, and moving to another instant. */
import { useQueryClient } from '@tanstack/react-query';
import type { MarketReplayState, OrderFlowEventDto, ReplaySpeed } from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import { useCommands } from '#api/account/key-commands.ts';
import { usePreferences } from '#api/account/preferences.ts';
import { type ReplayRanges, useReplayRanges, useSpanEvents } from '#api/market/market-replay.ts';
import { minutesOf } from '#lib/words/timeframes.ts';
import { actOnReplay, openReplayAt, stepMessage } from './replay-session.ts';
import { speedBeside } from './replay-words.ts';

export type StepUnit = 'message' | 'event' | 'bar';

/** An event was raised at its instant: a replay that begins there has not met it yet. */
const BEFORE_EVENT_MS = 50;

export interface ReplayActs {
  readonly span: ReplayRanges['spans'][number] | null;
  readonly events: readonly OrderFlowEventDto[];
  readonly isRunning: boolean;
  readonly playOrPause: () => void;
  readonly step: (unit: StepUnit, by: 1 | -1) => void;
  readonly setSpeed: (speed: ReplaySpeed) => void;
  readonly seek: (timeMs: number) => void;
}

/** The recorded span that holds the instant. */
function spanAt(ranges: ReplayRanges | undefined, atMs: number): ReplayRanges['spans'][number] | null {
  return ranges?.spans.findLast(({ from }) => Date.parse(from) <= atMs) ?? null;
}

function earlierMs(
  { at, previousMessageAt }: MarketReplayState,
  unit: StepUnit,
  { events, barMs }: { readonly events: readonly OrderFlowEventDto[]; readonly barMs: number },
): number | null {
  const atMs = Date.parse(at);
  if (unit === 'message') return previousMessageAt === null ? null : Date.parse(previousMessageAt);
  if (unit === 'bar') return (Math.ceil(atMs / barMs) - 1) * barMs;
  const before = events.findLast(({ detectedAt }) => Date.parse(detectedAt) < atMs - BEFORE_EVENT_MS);
  return before === undefined ? null : Date.parse(before.detectedAt) + 1;
}

export function useReplayActs(state: MarketReplayState, unit: StepUnit): ReplayActs {
  const client = useQueryClient();
  const { value } = usePreferences();
  const { instrumentId, mode, speed } = state;
  const span = spanAt(useReplayRanges(instrumentId).data, Date.parse(state.at));
  const events = useSpanEvents(instrumentId, span).data ?? [];
  const minutes = minutesOf(value.timeframe);
  const isRunning = mode === 'playing' || mode === 'stepping' || mode === 'held';
  const seek = (timeMs: number): void => {
    const fromMs = span === null ? timeMs : Date.parse(span.from);
    const toMs = span === null ? timeMs : Date.parse(span.to);
    const at = new Date(Math.min(Math.max(timeMs, fromMs), toMs)).toISOString();
    void openReplayAt(client, { instrumentId, at });
  };
  const step = (by: StepUnit, direction: 1 | -1): void => {
    if (direction === -1) {
      const timeMs = earlierMs(state, by, { events, barMs: minutes * MINUTE_MS });
      if (timeMs !== null) seek(timeMs);
    } else if (by === 'message') stepMessage();
    else if (by === 'event') void actOnReplay({ act: 'step', by });
    else void actOnReplay({ act: 'step', by, minutes });
  };
  const playOrPause = (): void => void actOnReplay({ act: isRunning ? 'pause' : 'play' });
  const setSpeed = (next: ReplaySpeed): void => void actOnReplay({ act: 'speed', speed: next });
  useCommands({
    replayPlay: playOrPause,
    replayForward: () => step(unit, 1),
    replayBack: () => step(unit, -1),
    replayNextEvent: () => step('event', 1),
    replayNextBar: () => step('bar', 1),
    replaySlower: () => setSpeed(speedBeside(speed, -1)),
    replayFaster: () => setSpeed(speedBeside(speed, 1)),
  });
  return { span, events, isRunning, playOrPause, step, setSpeed, seek };
}
