/** Live data test: a market simulated in the browser as ticks and events, for developers. */
import type { ReactNode } from 'react';
import { DataActions } from '#features/developer/data-actions.tsx';
import { EventTable } from '#features/developer/event-table.tsx';
import { LiveControls } from '#features/developer/live-controls.tsx';
import { LiveFigures } from '#features/developer/live-figures.tsx';
import { SimulationNote } from '#features/developer/simulation-note.tsx';
import { DEFAULT_LIVE_INTERVAL_MS, MOST_LIVE_EVENTS } from '#features/developer/simulation-settings.ts';
import { TickTable } from '#features/developer/tick-table.tsx';
import { useSimulation } from '#features/developer/use-simulation.ts';
import { useTitle } from '#lib/use-title.ts';
import { Badge } from '#ui/badge.tsx';
import { ButtonLink } from '#ui/button.tsx';
import { Page } from '#ui/page.tsx';

export function LiveDataTest(): ReactNode {
  useTitle('Live Data Test');
  const { simulation, state } = useSimulation(DEFAULT_LIVE_INTERVAL_MS, MOST_LIVE_EVENTS);
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
