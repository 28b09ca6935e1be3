/** Below what is replayed: play and pause, steps by message, event or bar, the instant, the day as a slider, the speed. */
import { type MarketReplayState, REPLAY_SPEEDS, type ReplaySpeed } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { useKeyText } from '#api/account/key-commands.ts';
import { formatClock, USER_ZONE, zoneCity } from '#lib/format/times.ts';
import { useObservable } from '#lib/state/observable.ts';
import { Button } from '#ui/controls/button.tsx';
import { Segmented } from '#ui/controls/segmented.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { ReplayScrubber } from './replay-scrubber.tsx';
import { replayPhase } from './replay-session.ts';
import { instantText, modeText, speedText } from './replay-words.ts';
import { type ReplayActs, type StepUnit, useReplayActs } from './use-replay-acts.ts';
import './replay.css';

const UNITS: readonly { readonly value: StepUnit; readonly label: string }[] = [
  { value: 'message', label: 'Message' },
  { value: 'event', label: 'Event' },
  { value: 'bar', label: 'Bar' },
];

const SPEEDS = REPLAY_SPEEDS.map((speed) => ({ value: String(speed), label: speedText(speed) }));

function speedOf(value: string): ReplaySpeed {
  return REPLAY_SPEEDS.find((speed) => String(speed) === value) ?? 1;
}

/** `Play (Space)`. */
function withKey(words: string, key: string | null): string {
  return key === null ? words : `${words} (${key})`;
}

function Transport({ acts, unit }: { readonly acts: ReplayActs; readonly unit: StepUnit }): ReactNode {
  const play = useKeyText('replayPlay');
  const back = useKeyText('replayBack');
  const forward = useKeyText('replayForward');
  return (
    <div className="replay-transport">
      <Button
        size="icon"
        aria-label={`Back by a ${unit}`}
        title={withKey('Back', back)}
        onClick={() => acts.step(unit, -1)}
      >
        <Icon name="left" size={16} />
      </Button>
      <Button
        kind="primary"
        size="icon"
        className="replay-play"
        aria-label={acts.isRunning ? 'Pause' : 'Play'}
        title={withKey(acts.isRunning ? 'Pause' : 'Play', play)}
        onClick={acts.playOrPause}
      >
        <Icon name={acts.isRunning ? 'pause' : 'play'} size={18} />
      </Button>
      <Button
        size="icon"
        aria-label={`Forward by a ${unit}`}
        title={withKey('Forward', forward)}
        onClick={() => acts.step(unit, 1)}
      >
        <Icon name="right" size={16} />
      </Button>
    </div>
  );
}

function Instant({ state }: { readonly state: MarketReplayState }): ReactNode {
  const { warmingUntil } = state;
  return (
    <div className="replay-instant">
      <time className="replay-clock" dateTime={state.at}>
        {instantText(state.at)}
      </time>
      <span>
        {zoneCity(USER_ZONE)}, {modeText(state)}
        {warmingUntil === null
          ? null
          : `. The recording begins shortly before: detectors are warming up until ${formatClock(Date.parse(warmingUntil))}`}
      </span>
    </div>
  );
}

function Bar({ state }: { readonly state: MarketReplayState }): ReactNode {
  const [unit, setUnit] = useState<StepUnit>('message');
  const acts = useReplayActs(state, unit);
  const { span, events } = acts;
  return (
    <section className="replay-bar" aria-label="Replay controls">
      <Transport acts={acts} unit={unit} />
      <Instant state={state} />
      {span === null ? (
        <span className="grow" />
      ) : (
        <ReplayScrubber
          fromMs={Date.parse(span.from)}
          toMs={Date.parse(span.to)}
          atMs={Date.parse(state.at)}
          events={events}
          onSeek={acts.seek}
        />
      )}
      <div className="replay-choices">
        <Segmented<StepUnit> label="Step by" value={unit} options={UNITS} onChange={setUnit} />
        <Segmented
          label="Speed"
          value={String(state.speed)}
          options={SPEEDS}
          onChange={(value) => acts.setSpeed(speedOf(value))}
        />
      </div>
      {/* Without the instant, which changes ten times a second */}
      <p className="sr-only" role="status">
        {modeText(state)}
      </p>
    </section>
  );
}

export function ReplayBar(): ReactNode {
  const phase = useObservable(replayPhase);
  if (phase.kind === 'open') return <Bar state={phase.state} />;
  if (phase.kind !== 'opening' || phase.from === null) return null;
  return <Bar state={{ ...phase.from, at: phase.target.at, mode: 'building', warmingUntil: null }} />;
}
