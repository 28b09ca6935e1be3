/** Plays an excerpt while it is wanted and the tab is visible, from its beginning again after its end. */
import { useEffect, useMemo, useState } from 'react';
import { DemoRun } from '#features/demo/demo-run.ts';
import type { Excerpt } from './excerpt.ts';
import { ExcerptPlayer } from './excerpt-player.ts';

export interface PlayedExcerpt {
  readonly player: ExcerptPlayer;
  /** How often the stretch has begun, from 1. */
  readonly round: number;
}

export function usePlayedExcerpt(excerpt: Excerpt, isWanted: boolean): PlayedExcerpt {
  const [round, setRound] = useState(1);
  // Each round has a player of its own: nothing of the round before stays
  const player = useMemo(() => new ExcerptPlayer(excerpt), [excerpt, round]);
  useEffect(() => {
    const run = new DemoRun({
      player,
      onTick: () => {
        if (player.isOver) setRound((one) => one + 1);
      },
      now: () => performance.now(),
    });
    const decide = (): void => (isWanted && !document.hidden ? run.play() : run.pause());
    decide();
    document.addEventListener('visibilitychange', decide);
    return () => {
      document.removeEventListener('visibilitychange', decide);
      run.stop();
    };
  }, [player, isWanted]);
  return { player, round };
}
