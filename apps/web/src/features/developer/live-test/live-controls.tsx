/** The controls of the live data test: instrument, interval, streams, Start and Stop, Reset. */
import type { ReactNode } from 'react';
import { InstrumentField } from '#features/developer/parts/instrument-field.tsx';
import { LIVE_INTERVALS_MS } from '#features/developer/simulation/simulation-settings.ts';
import type { RunningSimulation } from '#features/developer/simulation/use-simulation.ts';
import { Button } from '#ui/controls/button.tsx';
import { Segmented } from '#ui/controls/segmented.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { Icon } from '#ui/marks/icon.tsx';

const INTERVALS = LIVE_INTERVALS_MS.map((intervalMs) => ({ value: `${intervalMs}`, label: `${intervalMs}` }));

export function LiveControls({ simulation, state }: RunningSimulation): ReactNode {
  const { isRunning, intervalMs, withTicks, withEvents } = state;
  return (
    <section className="card flex flex-wrap items-end gap-4 p-4" aria-label="Controls">
      <div className="w-full max-w-[240px]">
        <InstrumentField simulation={simulation} state={state} />
      </div>
      <div>
        <p className="field-label">Update interval, ms</p>
        <Segmented
          label="Update interval, ms"
          value={`${intervalMs}`}
          options={INTERVALS}
          onChange={(value) => simulation.setInterval(Number(value))}
        />
      </div>
      <div className="flex min-h-8 flex-wrap items-center gap-4">
        <Switch
          label="Market Data"
          checked={withTicks}
          onChange={(on) => simulation.record({ withTicks: on })}
        />
        <Switch
          label="Order Flow"
          checked={withEvents}
          onChange={(on) => simulation.record({ withEvents: on })}
        />
      </div>
      <div className="ml-auto flex gap-3">
        <Button onClick={() => simulation.reset()}>
          <Icon name="refresh" size={14} />
          Reset
        </Button>
        <Button kind="primary" onClick={() => (isRunning ? simulation.stop() : simulation.start())}>
          <Icon name={isRunning ? 'pause' : 'play'} size={14} />
          {isRunning ? 'Stop' : 'Start'}
        </Button>
      </div>
    </section>
  );
}
