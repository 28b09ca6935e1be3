/** API keys of a user: scopes, restrictions, creation, revocation and use. */
import { z } from 'zod';
import { VENUES } from '#plans/licences.ts';
import { instant, labelText, okResponse, rowId } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';

export const API_SCOPES = ['market:read', 'journal:read', 'journal:write', 'alerts', 'backtests'] as const;
export const apiScope = z.enum(API_SCOPES);
export type ApiScope = z.infer<typeof apiScope>;

interface ScopeWords {
  readonly label: string;
  readonly about: string;
  /** It changes what is stored: off unless it is chosen. */
  readonly writes: boolean;
}

export const API_SCOPE_WORDS: Readonly<Record<ApiScope, ScopeWords>> = {
  'market:read': {
    label: 'Read market',
    about: 'Instruments, bars, events, evidence, patterns, levels, record',
    writes: false,
  },
  'journal:read': { label: 'Read journal', about: 'Trades, statistics, insights', writes: false },
  'journal:write': { label: 'Write journal', about: 'Add, change and import trades', writes: true },
  alerts: { label: 'Alerts', about: 'Read alerts, create and change rules', writes: true },
  backtests: { label: 'Backtests', about: 'Run rules and read results', writes: true },
};

/** Active keys of one user. */
export const MAX_API_KEYS = 20;
export const MAX_KEY_ADDRESSES = 20;
export const API_KEY_DAYS = [30, 90, 180, 365] as const;
export const DEFAULT_API_KEY_DAYS = 90;

/** Ranges that no request arrives from over the internet. */
const PRIVATE_ADDRESS =
  /^(0\.|10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|::1?(\/|$)|f[cd][0-9a-f]{2}:|fe[89ab][0-9a-f]:)/i;

/** An address or a network in CIDR notation, of either version. */
export const keyAddress = z
  .union(
    [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
    'expected an address such as 203.0.113.24 or 2001:db8::/32',
  )
  .refine(
    (address) => !PRIVATE_ADDRESS.test(address),
    'is a private address; requests arrive from a public one',
  );

export const apiKey = z.object({
  id: rowId,
  name: z.string(),
  /** The last four characters of the key; the rest is not stored. */
  lastFour: z.string(),
  scopes: z.array(apiScope),
  /** Empty: any address. */
  addresses: z.array(z.string()),
  createdAt: instant,
  expiresAt: instant,
  state: z.enum(['active', 'expired', 'revoked']),
  revokedAt: instant.nullable(),
  /** Of the last minute or earlier; null before the first use. */
  lastUsed: z.object({ at: instant, address: z.string() }).nullable(),
});
export type ApiKeyDto = z.infer<typeof apiKey>;

export const apiUsage = z.object({
  /** Of all keys of the user, in the present minute, at this process. */
  requestsThisMinute: z.number().int().nonnegative(),
  /** By the plan; 0 without the API. */
  requestsPerMinute: z.number().int().nonnegative(),
  /** Open at this process. */
  streams: z.number().int().nonnegative(),
  mostStreams: z.number().int().nonnegative(),
  /** Deliveries since midnight UTC. */
  webhooksToday: z.number().int().nonnegative(),
  mostWebhooksToday: z.number().int().nonnegative(),
  /** The last 24 hours, oldest first. */
  hours: z
    .array(
      z.object({
        from: instant,
        requests: z.number().int().nonnegative(),
        /** Refused by the rate limit. */
        limited: z.number().int().nonnegative(),
      }),
    )
    .length(24),
  /** The key with the most requests of these hours, and its share of them. */
  busiest: z.object({ name: z.string(), share: z.number().min(0).max(1) }).nullable(),
});
export type ApiUsage = z.infer<typeof apiUsage>;

/** What the licence of a venue allows to leave over the API under the plan. */
export const apiLicence = z.object({
  venue: z.enum(VENUES),
  events: z.boolean(),
  prices: z.boolean(),
  recordings: z.boolean(),
});

/** Active keys first, then those that ended in the last 90 days; newest first. */
export const listApiKeys = route({
  id: 'listApiKeys',
  method: 'GET',
  path: '/api/account/api-keys',
  access: 'user',
  viewable: true,
  summary: 'API keys of the user, their use, and what may leave over the API',
  response: z.object({
    /** Whether the plan has API access. */
    included: z.boolean(),
    keys: z.array(apiKey),
    usage: apiUsage,
    licences: z.array(apiLicence),
  }),
});
export type ApiKeyList = z.infer<typeof listApiKeys.response>;

export const newApiKey = z.strictObject({
  name: labelText.pipe(z.string().trim().min(1).max(60)),
  scopes: z
    .array(apiScope)
    .min(1, 'expected at least one scope')
    .max(API_SCOPES.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'expected each scope once'),
  addresses: z.array(keyAddress).max(MAX_KEY_ADDRESSES).default([]),
  expiresInDays: z.literal(API_KEY_DAYS).default(DEFAULT_API_KEY_DAYS),
});

/** Requires a sign-in within the last ten minutes. The secret is in this response only. */
export const createApiKey = route({
  id: 'createApiKey',
  method: 'POST',
  path: '/api/account/api-keys',
  access: 'user',
  summary: 'Creates an API key',
  body: newApiKey,
  response: z.object({ key: apiKey, secret: z.string() }),
  status: 201,
});

/** In force everywhere within a second. */
export const revokeApiKey = route({
  id: 'revokeApiKey',
  method: 'DELETE',
  path: '/api/account/api-keys/:id',
  access: 'user',
  summary: 'Revokes an API key',
  params: z.strictObject({ id: rowId }),
  response: okResponse,
});

export const API_KEY_ROUTES = [listApiKeys, createApiKey, revokeApiKey] as const;
