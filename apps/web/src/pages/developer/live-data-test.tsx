/** Live data test: a market simulated in the browser as ticks and events, for developers. */
import type { ReactNode } from 'react';
import { LiveControls } from '#features/developer/live-test/live-controls.tsx';
import { LiveFigures } from '#features/developer/live-test/live-figures.tsx';
import { DataActions } from '#features/developer/parts/data-actions.tsx';
import { EventTable } from '#features/developer/parts/event-table.tsx';
import { SimulationNote } from '#features/developer/parts/simulation-note.tsx';
import { TickTable } from '#features/developer/parts/tick-table.tsx';
import {
  DEFAULT_LIVE_INTERVAL_MS,
  MAX_LIVE_EVENTS,
} from '#features/developer/simulation/simulation-settings.ts';
import { useSimulation } from '#features/developer/simulation/use-simulation.ts';
import { useTitle } from '#lib/hooks/use-title.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { Page } from '#ui/layout/page.tsx';
import { Badge } from '#ui/marks/badge.tsx';

export function LiveDataTest(): ReactNode {
  useTitle('Live Data Test');
  const { simulation, state } = useSimulation(DEFAULT_LIVE_INTERVAL_MS, MAX_LIVE_EVENTS);
  return (
    <Page
      title="Live Data Test"
      actions={
        <>
          <Badge tone="warn">SIMULATED</Badge>
          <ButtonLink href="/admin">Admin</ButtonLink>
          <ButtonLink href="/chart-test-dashboard">Chart Test Dashboard</ButtonLink>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-3">
        <LiveControls simulation={simulation} state={state} />
        <LiveFigures state={state} />
        <div className="grid grid-cols-1 items-start gap-3 xl:grid-cols-2">
          <TickTable state={state} />
          <EventTable state={state} />
        </div>
        <DataActions state={state} />
        <SimulationNote failure={state.failure} />
      </div>
    </Page>
  );
}
