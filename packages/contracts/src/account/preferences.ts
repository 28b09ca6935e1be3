/** A user's preferences of the dashboard, stored on the server. */
import { byEventType, FLOW_EVENT_TYPES } from '@undertow/market';
import { z } from 'zod';
import { quietHours } from '#alerts/alert-conditions.ts';
import { eventsPerDay } from '#market/significance.ts';
import { rowId, timeframeName } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';
import { keyChoices } from './key-commands.ts';

export const eventTypePreference = z.strictObject({
  visible: z.boolean(),
  /** 0 to 1; events below it are hidden. */
  minConfidence: z.number().min(0).max(1),
  sound: z.boolean(),
});

/** True for a name of the IANA time zone database, such as `Europe/London`; offsets and anything else are refused. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z_]{0,31}(\/[A-Za-z0-9_+-]{1,32}){0,2}$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    // Well formed, but not a zone
    return false;
  }
}

/** Time zone of mails to people who have not chosen one. */
export const DEFAULT_TIME_ZONE = 'Europe/London';

/**
 * What the chart shows before the contract of today: nothing, earlier contracts at their own prices, or shifted to today's
 * (back-adjusted).
 */
export const contractHistory = z.enum(['current', 'continuous', 'adjusted']);
export type ContractHistory = z.infer<typeof contractHistory>;

export const preferences = z.strictObject({
  theme: z.enum(['light', 'dark']).nullable(),
  palette: z.enum(['default', 'cvd']),
  lastInstrumentId: z.number().int().min(1).nullable(),
  timeframe: timeframeName,
  contractHistory,
  layers: z.strictObject({
    volume: z.boolean(),
    profile: z.boolean(),
    vwap: z.boolean(),
    sessionLevels: z.boolean(),
    events: z.boolean(),
    aiLevels: z.boolean(),
  }),
  eventTypes: z.record(z.enum(FLOW_EVENT_TYPES), eventTypePreference),
  /** Findings whose probability has no proven skill are shown too. */
  showExperimental: z.boolean(),
  /** Events per day and instrument in the chart, the lists and the built-in alert rule; null is all. */
  eventsPerDay,
  /** The signals beside the chart are shown as glyphs only. */
  signalsCollapsed: z.boolean(),
  /** Enables single-letter keyboard shortcuts. */
  shortcuts: z.boolean(),
  /** Keys that the user chose for commands. */
  keys: keyChoices,
  /** The layout of the user's own that the start page opens; null is the dashboard. */
  lastLayoutId: rowId.nullable(),
  /** Share of the right panel that the order book takes, 0.2 to 0.8; null is the default split. */
  bookShare: z.number().min(0.2).max(0.8).nullable(),
  /** Zone in which times are shown and mails are written; null is the browser's own, and London in mails. */
  timeZone: z.string().max(100).refine(isTimeZone, 'expected a time zone such as Europe/London').nullable(),
  /** The time in Chicago is shown beside that of the user's zone. */
  exchangeClock: z.boolean(),
  /** How alerts reach the user, for all rules; each rule chooses within it. */
  notifications: z.strictObject({
    sound: z.boolean(),
    desktop: z.boolean(),
    /** Also set to false by a one-click unsubscribe. */
    email: z.boolean(),
    /** Of the chosen time zone. */
    quietHours: quietHours.nullable(),
  }),
});
export type Preferences = z.infer<typeof preferences>;

export const DEFAULT_PREFERENCES: Preferences = {
  theme: null,
  palette: 'default',
  lastInstrumentId: null,
  timeframe: '10m',
  contractHistory: 'current',
  layers: { volume: true, profile: true, vwap: true, sessionLevels: true, events: true, aiLevels: true },
  eventTypes: byEventType(() => ({ visible: true, minConfidence: 0, sound: false })),
  showExperimental: false,
  eventsPerDay: 10,
  signalsCollapsed: false,
  shortcuts: true,
  keys: {},
  lastLayoutId: null,
  bookShare: null,
  timeZone: null,
  exchangeClock: false,
  notifications: { sound: false, desktop: false, email: true, quietHours: null },
};

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Stored values over the defaults, nested ones included; keys without a default are dropped, except where the default is
 * empty: there the stored ones are all there is.
 */
function overDefault(standard: unknown, kept: unknown): unknown {
  if (kept === undefined) return standard;
  if (!isFields(standard) || Object.keys(standard).length === 0) return kept;
  if (!isFields(kept)) return standard;
  return Object.fromEntries(
    Object.entries(standard).map(([key, value]) => [key, overDefault(value, kept[key])]),
  );
}

/**
 * Preferences stored by another release: missing ones take their default, and so do those with values that this release
 * cannot read. An unreadable value never affects the other preferences.
 */
export function readStoredPreferences(stored: unknown): Preferences {
  const kept = isFields(stored) ? stored : {};
  const entries = Object.entries(preferences.shape).map(([key, schema]) => {
    const standard = DEFAULT_PREFERENCES[key as keyof Preferences];
    const read = schema.safeParse(overDefault(standard, kept[key]));
    return [key, read.success ? read.data : standard];
  });
  return preferences.parse(Object.fromEntries(entries));
}

export const getPreferences = route({
  id: 'getPreferences',
  method: 'GET',
  path: '/api/user/preferences',
  access: 'user',
  viewable: true,
  summary: 'Preferences of the dashboard',
  response: preferences,
});

/** Keys that are sent replace the stored ones; the others are unchanged. */
export const savePreferences = route({
  id: 'savePreferences',
  method: 'PATCH',
  path: '/api/user/preferences',
  access: 'user',
  summary: 'Stores preferences of the dashboard',
  body: preferences.partial(),
  response: preferences,
});

export const PREFERENCE_ROUTES = [getPreferences, savePreferences] as const;
