/** Above everything that is replayed: that it is a replay, of which day, the link to its instant, and the way back. */
import { useQueryClient } from '@tanstack/react-query';
import { instrumentById } from '@undertow/market';
import type { ReactNode } from 'react';
import { replayAddress } from '#lib/address/replay-address.ts';
import { useObservable } from '#lib/state/observable.ts';
import { openSurface } from '#lib/state/surface.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';
import { leaveReplay, openReplayAt, type ReplayPhase, replayedState, replayPhase } from './replay-session.ts';
import { dayText, instantText } from './replay-words.ts';
import './replay.css';

async function copyLink(instrumentId: number, at: string): Promise<void> {
  const address = new URL(replayAddress(instrumentId, at), location.origin).href;
  try {
    await navigator.clipboard.writeText(address);
    toast({ title: 'Link copied', text: 'Anyone who opens it replays what their own plan shows.' });
  } catch {
    // A browser without leave to write the clipboard
    toastError(`Your browser blocked the clipboard. The link: ${address}`, 'Not copied');
  }
}

function symbolOf(instrumentId: number): string {
  return instrumentById(instrumentId)?.symbol ?? '';
}

function textOf(phase: ReplayPhase): string {
  if (phase.kind === 'opening')
    return `Opening ${symbolOf(phase.target.instrumentId)} at ${dayText(phase.target.at)}, ${instantText(phase.target.at)}.`;
  if (phase.kind === 'over') return `This replay is over. ${phase.state.reason ?? ''}`;
  if (phase.kind === 'refused') return phase.message;
  return 'Recorded market data. Alerts are off, nothing here is live.';
}

function Acts({ phase }: { readonly phase: ReplayPhase }): ReactNode {
  const client = useQueryClient();
  const state = replayedState(phase);
  return (
    <span className="replay-head-acts">
      {phase.kind === 'refused' ? (
        <Button size="small" onClick={() => openSurface.set('replay')}>
          Choose an instant
        </Button>
      ) : null}
      {phase.kind === 'over' ? (
        <Button
          size="small"
          onClick={() =>
            void openReplayAt(client, { instrumentId: phase.state.instrumentId, at: phase.state.at })
          }
        >
          Resume here
        </Button>
      ) : null}
      {state === null ? null : (
        <Button size="small" onClick={() => void copyLink(state.instrumentId, state.at)}>
          <Icon name="copy" size={14} />
          <span>
            Copy link<span className="max-md:sr-only"> to this instant</span>
          </span>
        </Button>
      )}
      <Button size="small" onClick={() => leaveReplay(client)}>
        {state === null && phase.kind === 'refused' ? 'Dismiss' : 'Return to live'}
      </Button>
    </span>
  );
}

/** `isFollower`: the window only shows the replay of another one. */
export function ReplayHead({ isFollower = false }: { readonly isFollower?: boolean }): ReactNode {
  const phase = useObservable(replayPhase);
  if (phase.kind === 'none') return null;
  const state = replayedState(phase);
  return (
    <section className="replay-head" aria-label="Replay">
      <b className="replay-mark">REPLAY</b>
      {state === null ? null : (
        <b className="font-semibold">
          {symbolOf(state.instrumentId)}, {dayText(state.at)},{' '}
          <time dateTime={state.at}>{instantText(state.at)}</time>
        </b>
      )}
      <span className="grow" role={phase.kind === 'open' ? undefined : 'status'}>
        {textOf(phase)}
      </span>
      {isFollower ? null : <Acts phase={phase} />}
    </section>
  );
}
