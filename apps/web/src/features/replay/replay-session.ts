/** The one replay of this window: opened, moved, played and left, whatever page part wants it. */
import type { QueryClient } from '@tanstack/react-query';
import { type MarketReplayState, REPLAY_OVER_MESSAGE, type ReplayAct } from '@undertow/contracts';
import {
  forgetMarket,
  requestReplay,
  requestReplayAct,
  requestReplayEnd,
} from '#api/market/market-replay.ts';
import type { ReplayTarget } from '#lib/address/replay-address.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { Observable } from '#lib/state/observable.ts';
import { shownReplayId } from '#lib/state/shown-replay.ts';
import { toastError } from '#ui/overlays/toast-state.ts';

export type ReplayPhase =
  | { readonly kind: 'none' }
  /** `from`: the replay that stays on screen until the other instant is there; null where the present market does. */
  | { readonly kind: 'opening'; readonly target: ReplayTarget; readonly from: MarketReplayState | null }
  | { readonly kind: 'open'; readonly state: MarketReplayState }
  /** The server closed it: what is on screen stays, and does not move. */
  | { readonly kind: 'over'; readonly state: MarketReplayState }
  | { readonly kind: 'refused'; readonly target: ReplayTarget | null; readonly message: string };

export const replayPhase = new Observable<ReplayPhase>({ kind: 'none' });

/** Where the server lost the replay it is opened again, but not over and over. */
const AGAIN_AFTER_MS = 15_000;

let openings = 0;
let isOpening = false;
let reopenedMs = Number.NEGATIVE_INFINITY;
/** Messages of held keys: collected while a request is under way. */
let waitingSteps = 0;
let isActing = false;

export function replayedState(phase: ReplayPhase): MarketReplayState | null {
  if (phase.kind === 'open' || phase.kind === 'over') return phase.state;
  return phase.kind === 'opening' ? phase.from : null;
}

/** The market on screen is another one from here on. */
function show(client: QueryClient, id: string | null): void {
  shownReplayId.set(id);
  void forgetMarket(client);
}

/** A replay of another window, or none: this one only shows it. */
export function showReplay(client: QueryClient, state: MarketReplayState | null): void {
  if ((state?.id ?? null) === shownReplayId.get()) return;
  replayPhase.set(state === null ? { kind: 'none' } : { kind: 'open', state });
  show(client, state?.id ?? null);
}

/** Of several that are requested at once the last one counts: a held key moves on when the one before is there. */
export async function openReplayAt(client: QueryClient, target: ReplayTarget): Promise<void> {
  const from = replayedState(replayPhase.get());
  replayPhase.set({ kind: 'opening', target, from });
  if (isOpening) return;
  isOpening = true;
  openings += 1;
  const opening = openings;
  try {
    const state = await requestReplay(target.instrumentId, target.at);
    if (opening === openings) opened(client, state, target);
    // It was left meanwhile
    else requestReplayEnd(state.id).catch(() => undefined);
  } catch (error) {
    if (opening === openings && !isAnotherWanted(target)) refused(target, from, readableError(error));
  } finally {
    isOpening = false;
  }
  const phase = replayPhase.get();
  if (phase.kind === 'opening') await openReplayAt(client, phase.target);
}

/** Meanwhile another instant was requested. */
function isAnotherWanted(target: ReplayTarget): boolean {
  const phase = replayPhase.get();
  return phase.kind === 'opening' && phase.target !== target;
}

function opened(client: QueryClient, state: MarketReplayState, target: ReplayTarget): void {
  const phase = replayPhase.get();
  if (phase.kind === 'opening' && isAnotherWanted(target)) replayPhase.set({ ...phase, from: state });
  else replayPhase.set({ kind: 'open', state });
  show(client, state.id);
}

/** The replay on screen goes on: the server closes it only for one that it opens. */
function refused(target: ReplayTarget, from: MarketReplayState | null, message: string): void {
  if (from === null || from.mode === 'over') {
    replayPhase.set({ kind: 'refused', target, message });
  } else {
    replayPhase.set({ kind: 'open', state: from });
    toastError(message, 'Not replayed');
  }
}

/** Back to the present market. */
export function leaveReplay(client: QueryClient): void {
  openings += 1;
  const id = shownReplayId.get();
  replayPhase.set({ kind: 'none' });
  if (id === null) return;
  show(client, null);
  // Its socket is closed too: where this fails it ends by itself
  requestReplayEnd(id).catch(() => undefined);
}

/** Why no replay is shown, in a sentence, until it is dismissed. */
export function refuseReplay(message: string): void {
  replayPhase.set({ kind: 'refused', target: null, message });
}

/** What the socket reports of the replay. Only the window that has it opens it again where the server lost it. */
export function takeReplay(client: QueryClient, state: MarketReplayState, isFollower: boolean): void {
  const phase = replayPhase.get();
  if (phase.kind !== 'open' || phase.state.id !== state.id) return;
  if (state.mode !== 'over') {
    replayPhase.set({ kind: 'open', state });
    return;
  }
  // The server was restarted: the same instant again
  const isLost = !isFollower && state.reason === REPLAY_OVER_MESSAGE;
  const { instrumentId, at } = phase.state;
  if (isLost && performance.now() - reopenedMs > AGAIN_AFTER_MS) {
    reopenedMs = performance.now();
    void openReplayAt(client, { instrumentId, at });
  } else replayPhase.set({ kind: 'over', state: { ...phase.state, mode: 'over', reason: state.reason } });
}

export async function actOnReplay(act: ReplayAct): Promise<void> {
  const phase = replayPhase.get();
  if (phase.kind !== 'open') return;
  isActing = true;
  try {
    const state = await requestReplayAct(phase.state.id, act);
    const now = replayPhase.get();
    // The socket may have brought a newer one
    if (now.kind === 'open' && now.state.id === state.id && act.act === 'speed')
      replayPhase.set({ kind: 'open', state: { ...now.state, speed: act.speed } });
  } catch {
    // The socket reports why, or the loss of the connection
  } finally {
    isActing = false;
    const count = waitingSteps;
    waitingSteps = 0;
    if (count > 0) void actOnReplay({ act: 'step', by: 'message', count: Math.min(count, 500) });
  }
}

/** A message forward; those of a held key are sent together. */
export function stepMessage(): void {
  if (isActing) waitingSteps += 1;
  else void actOnReplay({ act: 'step', by: 'message', count: 1 });
}
