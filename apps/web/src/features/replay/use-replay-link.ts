/** Begins a replay from the address, and ends it when its page is left. */
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { REPLAY_PARAMETER, replayTargetOf } from '#lib/address/replay-address.ts';
import { leaveReplay, openReplayAt, refuseReplay, replayPhase } from './replay-session.ts';
import { announceReplay, followReplay } from './replay-windows.ts';

const NO_TARGET =
  'This link names no instant to replay: expected /?replay=ES@2026-11-19T16:51:47.318Z, a product and a time.';

/** To be used once. `path`: where replays are shown. `isFollower`: the window has one pane, and shows the replay of another window. */
export function useReplayLink(path: string, isFollower: boolean): void {
  const client = useQueryClient();
  useEffect(() => (isFollower ? followReplay(client) : announceReplay()), [client, isFollower]);
  const [location, navigate] = useLocation();
  const search = useSearch();
  const isHere = location === path;
  useEffect(() => {
    const text = new URLSearchParams(search).get(REPLAY_PARAMETER);
    if (!isHere || text === null) return;
    const rest = new URLSearchParams(search);
    rest.delete(REPLAY_PARAMETER);
    navigate(rest.size === 0 ? path : `${path}?${rest}`, { replace: true });
    const target = replayTargetOf(text);
    if (target === null) refuseReplay(NO_TARGET);
    else void openReplayAt(client, target);
  }, [client, isHere, path, search, navigate]);
  useEffect(() => {
    if (!isHere && !isFollower && replayPhase.get().kind !== 'none') leaveReplay(client);
  }, [client, isHere, isFollower]);
}
