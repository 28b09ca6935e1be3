/** The user's own trading-platform connection. */
import { FEED_TIERS } from '@undertow/market';
import { z } from 'zod';
import { instant, okResponse, plainText } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';

export const RITHMIC_SERVERS = ['rithmic_paper_server', 'rithmic_live_server'] as const;
export const RITHMIC_DOMAINS = ['rithmic_paper_domain', 'rithmic_live_domain'] as const;

/** A name from the gateway's own list. */
const systemName = plainText.trim().min(1).max(100);

/** What the platform reports of an account; null where it reports nothing. */
const rithmicAccount = z.object({
  /** Titles of agreements that are not signed. */
  unsignedAgreements: z.array(z.string()).nullable(),
  /** Market-data sessions: those of this connection, and the limit of the login. */
  sessions: z.object({ inUse: z.number().int(), most: z.number().int().nullable() }),
});

export const RITHMIC_STATUSES = ['connected', 'connecting', 'error', 'disconnected'] as const;
export type RithmicConnectionStatus = (typeof RITHMIC_STATUSES)[number];

/** Without `status` the connection was never set (shown Not Set). The password is never returned. */
export const rithmicConnection = z.object({
  status: z.enum(RITHMIC_STATUSES).optional(),
  username: z.string().optional(),
  server: z.enum(RITHMIC_SERVERS).optional(),
  domain: z.enum(RITHMIC_DOMAINS).optional(),
  /** Null for the system of the domain. */
  system: systemName.nullable().optional(),
  /** Null before the first login, and while another process holds the connection. */
  account: rithmicAccount.nullable().optional(),
  /**
   * True where one click connects again with what is saved: after a connection has ended, and while the next attempt
   * waits.
   */
  canResume: z.boolean().optional(),
  /** Whether this server stores market data of the account for its owner; then it raises alerts too. */
  isDataStored: z.boolean().optional(),
  lastConnected: instant.nullable().optional(),
  errorMessage: z.string().nullable().optional(),
});
export type RithmicConnection = z.infer<typeof rithmicConnection>;

export const getRithmicConnection = route({
  id: 'getRithmicConnection',
  method: 'GET',
  path: '/api/rithmic-connection',
  access: 'user',
  viewable: true,
  summary: 'State of the trading-platform connection',
  response: rithmicConnection,
});

/** Why a user is not connected, as their log shows it; never the text of a gateway. */
export const CONNECTION_FAULTS = [
  'wrong_password',
  'login_denied',
  'login_rejected',
  'login_failed',
  'agreements_unsigned',
  'no_entitlement',
  'session_limit',
  'gateway_down',
  'maintenance',
  'certificate',
  'unknown_system',
  'protocol',
  'secret_unreadable',
] as const;
export type ConnectionFault = (typeof CONNECTION_FAULTS)[number];

/** One entry of a connection's log. */
export const CONNECTION_STEPS = [
  /** A login started after the user saved. */
  'connecting',
  /** The same after a restart of the server. */
  'resuming',
  'connected',
  /** A book had a gap and is complete again. */
  'resynced',
  /** The connection was lost and is being restored. */
  'interrupted',
  /** A login failed for a temporary reason and is retried. */
  'waiting',
  /** Ended until the user or the operator acts. */
  'refused',
  /** The user ended it. */
  'disconnected',
] as const;
export type ConnectionStep = (typeof CONNECTION_STEPS)[number];

/** Entries of a response, and entries that are stored per user. */
export const CONNECTION_LOG_SHOWN = 20;
export const CONNECTION_LOG_KEPT = 100;

/** Equal steps that follow each other closely are one entry. */
const connectionLogEntry = z.object({
  step: z.enum(CONNECTION_STEPS),
  /** The latest time. */
  at: instant,
  /** The first time; equal to the latest for a single step. */
  since: instant,
  times: z.number().int().positive(),
  /** Why it was interrupted, waits or was refused; null for anything else, and for a failure of this server. */
  fault: z.enum(CONNECTION_FAULTS).nullable(),
  /** Of `connected`. */
  server: z.enum(RITHMIC_SERVERS).nullable(),
  /** Data of the account: L3 is market by order. Of `connected`. */
  tier: z.enum(FEED_TIERS).nullable(),
  /** How long the book had no data; of several gaps the longest. Of `resynced`. */
  withoutDataMs: z.number().int().nonnegative().nullable(),
});
export type ConnectionLogEntry = z.infer<typeof connectionLogEntry>;

export const listConnectionLog = route({
  id: 'listConnectionLog',
  method: 'GET',
  path: '/api/rithmic-connection/log',
  access: 'user',
  viewable: true,
  summary: 'What the trading-platform connection did, newest first, at most 20',
  response: z.array(connectionLogEntry),
});

const rithmicDetails = z.strictObject({
  // Trimmed: blanks come from the clipboard. Those of a password may be part of it
  username: plainText.trim().min(1).max(200),
  password: plainText.min(1).max(200),
  server: z.enum(RITHMIC_SERVERS).default('rithmic_paper_server'),
  domain: z.enum(RITHMIC_DOMAINS).default('rithmic_paper_domain'),
  /** Null for the system of the domain. */
  system: systemName.nullable().default(null),
});
export type RithmicDetails = z.infer<typeof rithmicDetails>;

export const saveRithmicConnection = route({
  id: 'saveRithmicConnection',
  method: 'POST',
  path: '/api/rithmic-connection',
  access: 'user',
  summary: 'Saves the trading-platform connection',
  body: rithmicDetails,
  response: okResponse,
});

export const testRithmicConnection = route({
  id: 'testRithmicConnection',
  method: 'POST',
  path: '/api/rithmic-connection/test',
  access: 'user',
  summary: 'Logs in and out with the saved connection',
  response: z.object({ ok: z.literal(true), message: z.string() }),
});

export const resumeRithmicConnection = route({
  id: 'resumeRithmicConnection',
  method: 'POST',
  path: '/api/rithmic-connection/resume',
  access: 'user',
  summary:
    'Connects again at once with what is saved, after a connection has ended or while the next attempt waits',
  response: okResponse,
});

export const listRithmicSystems = route({
  id: 'listRithmicSystems',
  method: 'GET',
  path: '/api/rithmic-connection/systems',
  access: 'user',
  summary: 'Systems of a gateway by its own list, and the one behind each domain',
  query: z.strictObject({ server: z.enum(RITHMIC_SERVERS).default('rithmic_paper_server') }),
  response: z.object({
    systems: z.array(z.string()),
    ofDomain: z.record(z.enum(RITHMIC_DOMAINS), z.string()),
  }),
});

export const disconnectRithmic = route({
  id: 'disconnectRithmic',
  method: 'POST',
  path: '/api/user/rithmic-connection/disconnect',
  access: 'user',
  summary: 'Disconnects and deletes the saved password',
  response: okResponse,
});

/** What was deleted, in rows; of recordings the files of sessions. */
const deletedOwnData = z.object({
  events: z.number().int(),
  patterns: z.number().int(),
  bars: z.number().int(),
  windows: z.number().int(),
  outcomes: z.number().int(),
  alerts: z.number().int(),
  recordings: z.number().int(),
  recordingBytes: z.number().int(),
});
export type DeletedOwnData = z.infer<typeof deletedOwnData>;

export const deleteOwnData = route({
  id: 'deleteOwnData',
  method: 'POST',
  path: '/api/user/own-data/delete',
  access: 'user',
  summary:
    'Deletes everything that is stored of the data of the user’s own account, and its key; a connection goes on',
  response: deletedOwnData,
});

export const CONNECTION_ROUTES = [
  getRithmicConnection,
  listConnectionLog,
  saveRithmicConnection,
  listRithmicSystems,
  resumeRithmicConnection,
  testRithmicConnection,
  disconnectRithmic,
  deleteOwnData,
] as const;
