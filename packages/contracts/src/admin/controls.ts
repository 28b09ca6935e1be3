/**
 * Switches that stop a detector, a pattern, a feed or new registrations without deployment, and the notice on every
 * page.
 */
import { FEED_SOURCES, FLOW_EVENT_TYPES, PATTERN_TYPES } from '@undertow/market';
import { z } from 'zod';
import { instant, labelText, okResponse, plainText } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';

export const SWITCH_KINDS = ['detector', 'pattern', 'feed', 'registrations'] as const;
export type SwitchKind = (typeof SWITCH_KINDS)[number];

/** What can be switched off, by kind; new registrations have a single switch. */
export const SWITCH_KEYS: Readonly<Record<SwitchKind, readonly string[]>> = {
  detector: FLOW_EVENT_TYPES,
  pattern: PATTERN_TYPES,
  feed: FEED_SOURCES.filter((source) => source !== 'none'),
  registrations: ['new'],
};

const reason = labelText.trim().min(8, 'expected a reason of at least 8 characters').max(200);

export const controlSwitch = z.object({
  kind: z.enum(SWITCH_KINDS),
  key: z.string(),
  off: z.boolean(),
  /** Null until it is first set. */
  changed: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
});
export type ControlSwitch = z.infer<typeof controlSwitch>;

export const NOTICE_LEVELS = ['info', 'warning', 'critical'] as const;

export const siteNotice = z.object({
  id: z.string(),
  level: z.enum(NOTICE_LEVELS),
  text: z.string(),
  until: instant.nullable(),
});
export type SiteNotice = z.infer<typeof siteNotice>;

export const listControls = route({
  id: 'listControls',
  method: 'GET',
  path: '/api/admin/controls',
  access: 'admin',
  summary: 'The current state of every switch, and the notice',
  response: z.object({ switches: z.array(controlSwitch), notice: siteNotice.nullable() }),
});
export type Controls = z.infer<typeof listControls.response>;

/** Takes effect within a second in every process. */
export const setSwitch = route({
  id: 'setSwitch',
  method: 'PUT',
  path: '/api/admin/controls/:kind/:key',
  access: 'admin',
  summary: 'Sets a switch',
  params: z.strictObject({ kind: z.enum(SWITCH_KINDS), key: z.string().regex(/^[a-z_-]{1,40}$/) }),
  body: z.strictObject({ off: z.boolean(), reason }),
  response: okResponse,
});

export const setNotice = route({
  id: 'setNotice',
  method: 'PUT',
  path: '/api/admin/notice',
  access: 'admin',
  summary: 'Sets or removes the notice on every page',
  body: z.strictObject({
    notice: z
      .strictObject({
        level: z.enum(NOTICE_LEVELS),
        text: plainText.trim().min(1).max(300),
        until: instant.nullable(),
      })
      .nullable(),
  }),
  response: okResponse,
});

/** Public: the notice, and what is switched off. */
export const getSiteState = route({
  id: 'getSiteState',
  method: 'GET',
  path: '/api/site-state',
  access: 'public',
  viewable: true,
  summary: 'The notice of the day and what is switched off',
  response: z.object({
    notice: siteNotice.nullable(),
    off: z.array(z.object({ kind: z.enum(SWITCH_KINDS), key: z.string() })),
  }),
});
export type SiteState = z.infer<typeof getSiteState.response>;

export const ADMIN_CONTROL_ROUTES = [listControls, setSwitch, setNotice, getSiteState] as const;
