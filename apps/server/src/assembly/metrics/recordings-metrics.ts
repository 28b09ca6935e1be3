/** The metrics of recorded sessions. */
import type { Registry } from 'prom-client';
import { addMetric } from '#http/server/add-metric.ts';
import type { Recordings } from '#ports/recordings.ts';

export function addRecordingsMetrics(metrics: Registry, recordings: Pick<Recordings, 'status'>): void {
  const add = addMetric.bind(null, metrics);
  const status = () => recordings.status();
  add(['undertow_recordings_sessions', 'Sessions by the state of their recording', 'state'], () => {
    const states = status().sessions.map(({ state }) => state);
    return (['waiting', 'recording', 'failed'] as const).map((state) => [
      { state },
      states.filter((one) => one === state).length,
    ]);
  });
  add(['undertow_recordings_records_total', 'Records written to recordings'], () => status().records);
  add(['undertow_recordings_failures_total', 'Recordings that a failure ended'], () => status().failures);
  add(['undertow_recordings_waiting_bytes', 'Bytes that wait for the disk'], () =>
    status().sessions.reduce((sum, { waitingBytes }) => sum + waitingBytes, 0),
  );
  add(['undertow_recordings_bytes', 'Bytes of all recordings'], () => status().usedBytes);
  add(['undertow_recordings_budget_bytes', 'Bytes that recordings may take'], () => status().maxBytes);
  add(
    ['undertow_recordings_pruned_total', 'Recordings removed for lack of space'],
    () => status().prunedForBudget,
  );
}
