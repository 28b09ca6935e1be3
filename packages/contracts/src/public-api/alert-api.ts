/** Public routes of alerts and their rules. */
import { z } from 'zod';
import {
  alertConfiguration,
  alertDryRun,
  createAlertConfiguration,
  deleteAlertConfiguration,
  dryRunAlert,
  listAlertConfigurations,
  updateAlertConfiguration,
} from '#alerts/alert-rules.ts';
import { alert, listAlerts, markAlertRead } from '#alerts/alerts.ts';
import { okResponse } from '#shapes/primitives.ts';
import { apiCursor, apiInstrument, apiRoute, instrumentIdOf } from './api-route.ts';

const BASE = { scope: 'alerts', tag: 'Alerts' } as const;
/** Alerts of one answer of the product's route. */
const PAGE = 100;

const apiListAlerts = apiRoute({
  ...{ ...BASE, id: 'listAlerts', path: '/api/v1/alerts' },
  summary: `Alerts, newest first, ${PAGE} a page: one per event, however many rules matched`,
  of: listAlerts,
  isPaged: true,
  query: z.strictObject({ instrument: apiInstrument.optional(), after: apiCursor.optional() }),
  toQuery: ({ instrument }, after) => ({
    instrumentId: instrumentIdOf(instrument),
    ...(after === null ? {} : { before: after }),
  }),
  data: z.array(alert),
  toAnswer: (alerts) => ({ data: alerts, next: alerts.length < PAGE ? null : (alerts.at(-1)?.id ?? null) }),
});

const apiMarkAlertRead = apiRoute({
  ...{ ...BASE, id: 'markAlertRead', path: '/api/v1/alerts/:id/read' },
  summary: 'Marks an alert read',
  of: markAlertRead,
  data: okResponse,
});

const apiListAlertRules = apiRoute({
  ...{ ...BASE, id: 'listAlertRules', path: '/api/v1/alert-rules' },
  summary: 'Alert rules, oldest first',
  of: listAlertConfigurations,
  data: z.array(alertConfiguration),
});

const apiCreateAlertRule = apiRoute({
  ...{ ...BASE, id: 'createAlertRule', path: '/api/v1/alert-rules' },
  summary: 'Creates a rule; refused when it can never fire or would fire on every trade',
  of: createAlertConfiguration,
  data: alertConfiguration,
});

const apiDryRunAlertRule = apiRoute({
  ...{ ...BASE, id: 'dryRunAlertRule', path: '/api/v1/alert-rules/dry-run' },
  summary: 'How often a rule would have fired on the recorded past, and the prices after it',
  of: dryRunAlert,
  data: alertDryRun,
});

const apiUpdateAlertRule = apiRoute({
  ...{ ...BASE, id: 'updateAlertRule', path: '/api/v1/alert-rules/:id' },
  summary: 'Changes, enables or disables a rule; what is left out stays',
  of: updateAlertConfiguration,
  data: alertConfiguration,
});

const apiDeleteAlertRule = apiRoute({
  ...{ ...BASE, id: 'deleteAlertRule', path: '/api/v1/alert-rules/:id' },
  summary: 'Deletes a rule; its alerts are kept',
  of: deleteAlertConfiguration,
  data: okResponse,
});

export const ALERT_API = [
  apiListAlerts,
  apiMarkAlertRead,
  apiListAlertRules,
  apiCreateAlertRule,
  apiDryRunAlertRule,
  apiUpdateAlertRule,
  apiDeleteAlertRule,
] as const;
