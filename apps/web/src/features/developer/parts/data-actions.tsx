/** Export Data and Copy Code Structure, and beside them the newest event as it is exported. */
import type { ReactNode } from 'react';
import {
  CODE_STRUCTURE,
  orderFlowEvent,
  simulationExport,
} from '#features/developer/simulation/simulated-data.ts';
import type { SimulationState } from '#features/developer/simulation/simulation.ts';
import { saveJson } from '#lib/browser/save-file.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';

async function copyStructure(): Promise<void> {
  try {
    await navigator.clipboard.writeText(CODE_STRUCTURE);
    toast({ title: 'Copied', text: 'The code structure is in your clipboard.' });
  } catch {
    // A browser without leave to write the clipboard: the structure can still be read in an export
    toastError('Your browser blocked the clipboard. Export Data holds the same structure.', 'Not copied');
  }
}

function Sample({ state }: { readonly state: SimulationState }): ReactNode {
  const event = state.events[0];
  if (event === undefined)
    return <p className="min-w-0 flex-1 text-text-3">The newest event appears here as it is exported.</p>;
  const { eventType, price, size, confidence, detectedAt } = orderFlowEvent(state.instrument, event);
  return (
    <pre className="t-12 min-w-0 flex-1 whitespace-pre-wrap font-mono text-text-2">
      {JSON.stringify({ eventType, price, size, confidence, detectedAt }, null, 1).replaceAll('\n', ' ')}
    </pre>
  );
}

export function DataActions({ state }: { readonly state: SimulationState }): ReactNode {
  const exportData = (): void =>
    saveJson(`undertow-simulated-${state.instrument.symbol}.json`, simulationExport(state, Date.now()));
  return (
    <section className="card flex flex-wrap items-center gap-3 p-4" aria-label="Export">
      <Sample state={state} />
      <Button onClick={() => void copyStructure()}>
        <Icon name="copy" size={14} />
        Copy Code Structure
      </Button>
      <Button onClick={exportData}>
        <Icon name="download" size={14} />
        Export Data
      </Button>
    </section>
  );
}
