/** Panes in windows of their own follow the replay of the window that has it, which announces it. */
import type { QueryClient } from '@tanstack/react-query';
import { type MarketReplayState, marketReplayState } from '@undertow/contracts';
import { shownReplayId } from '#lib/state/shown-replay.ts';
import { replayedState, replayPhase, showReplay } from './replay-session.ts';

const CHANNEL = 'undertow.replay';

/** `request`: which replay is shown; `shown` is its state, or null. */
type Message =
  | { readonly kind: 'request' }
  | { readonly kind: 'shown'; readonly state: MarketReplayState | null };

function stateOf(data: unknown): MarketReplayState | null {
  const { state } = (data ?? {}) as { readonly state?: unknown };
  const parsed = marketReplayState.safeParse(state);
  return parsed.success ? parsed.data : null;
}

/** Of a window with the whole page: announces its replay, also to windows that open later. Returns how to end it. */
export function announceReplay(): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const post = (message: Message): void => channel.postMessage(message);
  const announce = (): void => post({ kind: 'shown', state: replayedState(replayPhase.get()) });
  // A window without a replay is silent: another one may have it
  channel.onmessage = ({ data }) => {
    if ((data as Message | null)?.kind === 'request' && shownReplayId.get() !== null) announce();
  };
  const stop = shownReplayId.subscribe(announce);
  return () => {
    stop();
    if (shownReplayId.get() !== null) post({ kind: 'shown', state: null });
    channel.close();
  };
}

/** Of a window with one pane: shows what is announced. Returns how to end it. */
export function followReplay(client: QueryClient): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    if ((data as Message | null)?.kind === 'shown') showReplay(client, stateOf(data));
  };
  channel.postMessage({ kind: 'request' } satisfies Message);
  return () => channel.close();
}
