/** Switches and the notice: changed by administrators after a recent sign-in, and their public state. */
import { createHash } from 'node:crypto';
import {
  type ControlSwitch,
  getSiteState,
  instantOfMs,
  listControls,
  SWITCH_KEYS,
  SWITCH_KINDS,
  setNotice,
  setSwitch,
} from '@undertow/contracts';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import { requireFresh } from '#http/session/fresh-sign-in.ts';
import type { SignedIn } from '#http/session/session.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { ControlStore, Controls, StoredSwitch } from '#ports/controls.ts';
import { ADMIN_FRESH_MS } from './change-routes.ts';

export interface ControlParts {
  readonly controlStore: ControlStore;
  readonly controls: Controls;
  readonly bus: Bus;
  readonly clock: Clock;
}

function shownSwitch(
  kind: ControlSwitch['kind'],
  key: string,
  stored: StoredSwitch | undefined,
): ControlSwitch {
  if (stored === undefined) return { kind, key, off: false, changed: null };
  const { off, changedAtMs, changedBy, reason } = stored;
  return { kind, key, off, changed: { at: instantOfMs(changedAtMs), by: changedBy, reason } };
}

export function bindControlRoutes(binder: RouteBinder, parts: ControlParts): void {
  const { controlStore, controls, bus, clock } = parts;

  /** Makes a change and notifies every process; this one before it answers. */
  async function change(
    user: SignedIn,
    request: FastifyRequest,
    act: (by: { actor: string; requestId: string }, nowMs: number) => Promise<void>,
  ): Promise<typeof OK> {
    const nowMs = clock.nowMs();
    requireFresh(user, nowMs, ADMIN_FRESH_MS);
    await act({ actor: user.userId, requestId: request.id }, nowMs);
    await controls.refresh();
    bus.publish('controlsChanged', {});
    return OK;
  }

  binder.bindAdmin(listControls, async () => {
    const { switches, notice } = await controlStore.read();
    const stored = new Map(switches.map((one) => [`${one.kind}/${one.key}`, one]));
    const untilMs = notice?.untilMs ?? null;
    return {
      switches: SWITCH_KINDS.flatMap((kind) =>
        SWITCH_KEYS[kind].map((key) => shownSwitch(kind, key, stored.get(`${kind}/${key}`))),
      ),
      notice:
        notice === null
          ? null
          : {
              id: notice.id,
              level: notice.level,
              text: notice.text,
              until: untilMs === null ? null : instantOfMs(untilMs),
            },
    };
  });

  binder.bindAdmin(setSwitch, ({ user, request, params: { kind, key }, body: { off, reason } }) => {
    if (!SWITCH_KEYS[kind].includes(key)) throw new AppError('SWITCH_UNKNOWN');
    return change(user, request, (by, nowMs) =>
      controlStore.setSwitch({ kind, key, off, reason }, by, nowMs),
    );
  });

  binder.bindAdmin(setNotice, ({ user, request, body: { notice } }) => {
    const wanted = notice && {
      level: notice.level,
      text: notice.text,
      untilMs: notice.until === null ? null : Date.parse(notice.until),
    };
    return change(user, request, async (by, nowMs) => {
      if (wanted !== null && wanted.untilMs !== null && wanted.untilMs <= nowMs)
        throw new AppError('NOTICE_OVER');
      await controlStore.setNotice(wanted, by, nowMs);
    });
  });

  binder.bindPublic(getSiteState, async ({ request, reply }) => {
    const state = controls.siteState();
    const tag = `"${createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 16)}"`;
    reply.header('cache-control', 'public, max-age=5').header('etag', tag);
    return request.headers['if-none-match'] === tag ? reply.code(304).send() : state;
  });
}
