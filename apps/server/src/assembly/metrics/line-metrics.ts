/** The metrics of the live line, of account feeds and of the database pool. */
import type { Registry } from 'prom-client';
import type { Database } from '#adapters/storage/database/database.ts';
import { VERSION } from '#config/version.ts';
import { addMetric } from '#http/server/add-metric.ts';
import type { LiveLineStatus } from '#live/live-line.ts';
import type { ConnectionSupervisor } from '#ports/credentials.ts';

interface LineMetricParts {
  readonly lineStatus: () => LiveLineStatus;
  readonly connectionSupervisor: ConnectionSupervisor | null;
  readonly database: Database;
}

export function addLineMetrics(
  metrics: Registry,
  { lineStatus: status, connectionSupervisor, database }: LineMetricParts,
): void {
  const add = addMetric.bind(null, metrics);
  add(['undertow_build_info', 'The version that runs', 'version'], () => [[{ version: VERSION }, 1]]);
  add(['undertow_sockets', 'Open sockets'], () => status().sockets);
  add(['undertow_instruments', 'Instruments that run'], () => status().instruments.length);
  add(['undertow_own_lines', 'Connected accounts whose feed runs here'], () => status().accountFeedLines);
  add(['undertow_updates_published_total', 'Updates on the bus'], () => status().published);
  add(['undertow_recorder_waiting', 'Rows to be stored'], () => status().recorder.waiting);
  add(['undertow_alert_rules', 'Rules that are judged'], () => status().alerts.rules);
  add(['undertow_alerts_waiting', 'Alerts to be stored'], () => status().alerts.waiting);
  add(['undertow_own_connections', 'Users with a feed of their own', 'state'], () =>
    Object.entries(connectionSupervisor?.counts() ?? {}).map(([state, users]) => [{ state }, users]),
  );
  const { pool } = database;
  if (pool === undefined) return;
  add(['undertow_database_connections', 'Connections of the pool', 'state'], () => {
    const { open, idle } = pool();
    return [
      [{ state: 'busy' }, open - idle],
      [{ state: 'idle' }, idle],
    ];
  });
  add(['undertow_database_connections_wanted', 'Requests that wait for one'], () => pool().waiting);
}
