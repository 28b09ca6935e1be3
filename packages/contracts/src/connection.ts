/** The user's own trading-platform connection. */
import { z } from 'zod';
import { instant, okAnswer, plainText } from './primitives.ts';
import { route } from './route.ts';

export const RITHMIC_SERVERS = ['rithmic_paper_server', 'rithmic_live_server'] as const;
export const RITHMIC_DOMAINS = ['rithmic_paper_domain', 'rithmic_live_domain'] as const;

export const RITHMIC_STATUSES = ['connected', 'connecting', 'error', 'disconnected'] as const;
export type RithmicConnectionStatus = (typeof RITHMIC_STATUSES)[number];

/** Without `status` the connection was never set (shown Not Set). The password is never answered. */
export const rithmicConnection = z.object({
  status: z.enum(RITHMIC_STATUSES).optional(),
  username: z.string().optional(),
  server: z.enum(RITHMIC_SERVERS).optional(),
  lastConnected: instant.nullable().optional(),
  errorMessage: z.string().nullable().optional(),
});
export type RithmicConnection = z.infer<typeof rithmicConnection>;

export const getRithmicConnection = route({
  id: 'getRithmicConnection',
  method: 'GET',
  path: '/api/rithmic-connection',
  access: 'user',
  summary: 'State of the trading-platform connection',
  answer: rithmicConnection,
});

const rithmicDetails = z.strictObject({
  username: plainText.min(1).max(200),
  password: plainText.min(1).max(200),
  server: z.enum(RITHMIC_SERVERS).default('rithmic_paper_server'),
  domain: z.enum(RITHMIC_DOMAINS).default('rithmic_paper_domain'),
});
export type RithmicDetails = z.infer<typeof rithmicDetails>;

export const saveRithmicConnection = route({
  id: 'saveRithmicConnection',
  method: 'POST',
  path: '/api/rithmic-connection',
  access: 'user',
  summary: 'Saves the trading-platform connection',
  body: rithmicDetails,
  answer: okAnswer,
});

export const testRithmicConnection = route({
  id: 'testRithmicConnection',
  method: 'POST',
  path: '/api/rithmic-connection/test',
  access: 'user',
  summary: 'Logs in and out with the saved connection',
  answer: z.object({ ok: z.literal(true), message: z.string() }),
});

export const disconnectRithmic = route({
  id: 'disconnectRithmic',
  method: 'POST',
  path: '/api/user/rithmic-connection/disconnect',
  access: 'user',
  summary: 'Disconnects and deletes the saved password',
  answer: okAnswer,
});
