/** Start and Stop of the simulation, and Reset. */
import type { ReactNode } from 'react';
import type { RunningSimulation } from '#features/developer/simulation/use-simulation.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/marks/icon.tsx';

export function RunButtons({ simulation, state: { isRunning } }: RunningSimulation): ReactNode {
  return (
    <>
      <Button size="small" onClick={() => (isRunning ? simulation.stop() : simulation.start())}>
        <Icon name={isRunning ? 'pause' : 'play'} size={12} />
        {isRunning ? 'Stop simulation' : 'Start simulation'}
      </Button>
      <Button size="small" kind="ghost" onClick={() => simulation.reset()}>
        Reset
      </Button>
    </>
  );
}
