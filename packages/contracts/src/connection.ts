/** The user's own trading-platform connection. */
import { z } from 'zod';
import { instant, okAnswer } from './primitives.ts';
import { route } from './route.ts';

export const RITHMIC_SERVERS = ['rithmic_paper_server', 'rithmic_live_server'] as const;
export const RITHMIC_DOMAINS = ['rithmic_paper_domain', 'rithmic_live_domain'] as const;

/** Without `status` the connection was never set (shown Not Set). The password is never answered. */
export const rithmicConnection = z.object({
  status: z.enum(['connected', 'connecting', 'error', 'disconnected']).optional(),
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

export const saveRithmicConnection = route({
  id: 'saveRithmicConnection',
  method: 'POST',
  path: '/api/rithmic-connection',
  access: 'user',
  summary: 'Saves the trading-platform connection',
  body: z.strictObject({
    username: z.string().min(1).max(200),
    password: z.string().min(1).max(200),
    server: z.enum(RITHMIC_SERVERS).default('rithmic_paper_server'),
    domain: z.enum(RITHMIC_DOMAINS).default('rithmic_paper_domain'),
  }),
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
