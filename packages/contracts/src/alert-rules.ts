/** Alert rules and templates. */
import { z } from 'zod';
import { okAnswer, rowId } from './primitives.ts';
import { route } from './route.ts';

export const alertConfiguration = z.object({
  id: rowId,
  name: z.string(),
  alertType: z.enum(['price', 'volume', 'trend', 'event']),
  notificationMethod: z.enum(['in_app', 'email_in_app']),
  isEnabled: z.boolean(),
});

export const listAlertConfigurations = route({
  id: 'listAlertConfigurations',
  method: 'GET',
  path: '/api/alert-configurations',
  access: 'user',
  summary: "The user's alert rules",
  answer: z.array(alertConfiguration),
});

export const updateAlertConfiguration = route({
  id: 'updateAlertConfiguration',
  method: 'PATCH',
  path: '/api/alert-configurations/:id',
  access: 'user',
  summary: 'Enables or disables a rule',
  params: z.object({ id: rowId }),
  body: z.strictObject({ isEnabled: z.boolean() }),
  answer: alertConfiguration,
});

export const deleteAlertConfiguration = route({
  id: 'deleteAlertConfiguration',
  method: 'DELETE',
  path: '/api/alert-configurations/:id',
  access: 'user',
  summary: 'Deletes a rule',
  params: z.object({ id: rowId }),
  answer: okAnswer,
});

export const alertTemplate = z.object({
  /** Position among the three templates, from 1. */
  id: z.number().int().min(1).max(3),
  name: z.enum(['Scalper', 'Swing Trader', 'Institutional Hunter']),
  description: z.string(),
});

export const listAlertTemplates = route({
  id: 'listAlertTemplates',
  method: 'GET',
  path: '/api/alert-templates',
  access: 'user',
  summary: 'The three rule sets that can be applied',
  answer: z.array(alertTemplate),
});

export const createAlertsFromTemplate = route({
  id: 'createAlertsFromTemplate',
  method: 'POST',
  path: '/api/alert-configurations/from-template',
  access: 'user',
  summary: "Applies a template to some of the user's instruments",
  body: z.strictObject({
    templateId: z.number().int().min(1).max(3),
    instrumentIds: z.array(z.number().int().min(1)).min(1).max(64),
  }),
  answer: z.array(alertConfiguration),
  status: 201,
});

export const ALERT_RULE_ROUTES = [
  listAlertConfigurations,
  updateAlertConfiguration,
  deleteAlertConfiguration,
  listAlertTemplates,
  createAlertsFromTemplate,
] as const;
