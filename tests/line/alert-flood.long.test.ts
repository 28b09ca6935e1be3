/** A thousand events of one instrument in one instant, from the bus to the socket and the list: each due alert once. */
import { type AlertDto, SUBPROTOCOL_BATCHED, serverMessage } from '@undertow/contracts';
import { BUILT_IN_RULE } from '@undertow/server/src/alerting/built-in-rule.ts';
import type { AlertRuleContent } from '@undertow/server/src/ports/alerts.ts';
import { TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { makeEvent, makeUpdate } from '@undertow/server/testing/views.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { openRig, type Rig, type RigUser, settle } from './line-rig.ts';

const START = Date.UTC(2026, 10, 20, 16);
const EVENTS = 1000;

let rig: Rig;
let feed: TapeFeed;
beforeEach(async () => {
  feed = new TapeFeed({ nowMs: START });
  rig = await openRig({ feed });
  await expect.poll(() => feed.isOpen(1)).toBe(true);
  await rig.pass(200);
});
afterEach(() => rig.close());

/** Half of them icebergs, half stop runs. */
function flood(): void {
  const events = Array.from({ length: EVENTS }, (_, at) => ({
    event: makeEvent(`flood-${at}`, feed.presentMs, { type: at % 2 === 0 ? 'iceberg' : 'stop_run' }),
    change: 'new' as const,
  }));
  rig.bus.publish('instrument', makeUpdate(feed.presentMs, { events }));
}

async function addRule(user: RigUser, changes: Partial<AlertRuleContent>): Promise<string> {
  const rule = { ...BUILT_IN_RULE, ...changes, userId: user.id, origin: null };
  const added = await rig.stores.alertRules.add(rule, 50, START);
  rig.bus.publish('alertRulesChanged', { userId: user.id });
  return added?.id ?? '';
}

/** Collects the alerts that the socket brings. */
async function listen(user: RigUser): Promise<{ socket: WebSocket; alerts: AlertDto[] }> {
  const socket = await rig.connect(user, [SUBPROTOCOL_BATCHED]);
  const alerts: AlertDto[] = [];
  socket.on('message', (data) => {
    for (const frame of JSON.parse(data.toString()) as unknown[]) {
      const message = serverMessage.parse(frame);
      if (message.type === 'alert') alerts.push(message.data);
    }
  });
  socket.send(JSON.stringify({ type: 'subscribe', instrumentIds: [1] }));
  await settle(socket);
  return { socket, alerts };
}

/** Advances time until the socket has received the count. */
async function untilReceived(alerts: readonly AlertDto[], count: number): Promise<void> {
  const passed = async (): Promise<number> => {
    await rig.pass(100);
    return alerts.length;
  };
  await expect.poll(passed).toBeGreaterThanOrEqual(count);
}

/** Reads the list page by page to its end. */
async function readList(user: RigUser): Promise<readonly AlertDto[]> {
  const all: AlertDto[] = [];
  for (;;) {
    const before = all.at(-1)?.id;
    const { text } = await rig.get(user, `/api/alerts${before === undefined ? '' : `?before=${before}`}`);
    const page = JSON.parse(text.slice(text.indexOf('\n') + 1)) as AlertDto[];
    if (page.length === 0) return all;
    all.push(...page);
  }
}

test('three rules and a socket that reads: every due alert is on the socket and in the list, once', async () => {
  const user = await rig.signIn('pro', [1]);
  const [cooling] = await rig.stores.alertRules.list(user.id);
  const icebergs = { ...BUILT_IN_RULE.condition, eventTypes: ['iceberg'] } as typeof BUILT_IN_RULE.condition;
  const some = await addRule(user, { condition: icebergs, coolDownSeconds: 0 });
  const mailed = await addRule(user, { coolDownSeconds: 0, notificationMethod: 'email_in_app' });
  await expect.poll(() => rig.line.status().alerts.rules).toBe(3);
  const { socket, alerts } = await listen(user);
  flood();
  await rig.pass(300);
  const due = EVENTS + EVENTS / 2 + 2;
  await expect.poll(() => rig.line.status().alerts.waiting).toBe(0);
  await untilReceived(alerts, due);
  await settle(socket);

  expect(alerts).toHaveLength(due);
  expect(new Set(alerts.map(({ id }) => id)).size).toBe(due);
  const isNamed = ({ ruleId, rules }: AlertDto): boolean => rules.some(({ id }) => id === ruleId);
  expect(alerts.filter((alert) => !isNamed(alert))).toEqual([]);
  expect(alerts.every(({ eventType, eventSize }) => eventType !== null && eventSize !== null)).toBe(true);
  const firedOnSocket = (ruleId: string) => alerts.filter((alert) => alert.ruleId === ruleId);
  const listed = await readList(user);
  const listedOf = (ruleId: string) => listed.filter(({ rules }) => rules.some(({ id }) => id === ruleId));
  for (const firedOf of [firedOnSocket, listedOf]) {
    expect(new Set(firedOf(mailed).map(({ eventId }) => eventId)).size).toBe(EVENTS);
    expect(new Set(firedOf(some).map(({ eventId }) => eventId)).size).toBe(EVENTS / 2);
    // One of each type within the cool-down
    expect(firedOf(cooling?.id ?? '')).toHaveLength(2);
  }
  // One row an event, whatever number of rules matched
  expect(listed).toHaveLength(EVENTS);
}, 60_000);

test('a socket that does not read delays nobody, and its user finds every alert in the list', async () => {
  const user = await rig.signIn('pro', [1]);
  await addRule(user, { coolDownSeconds: 0 });
  await expect.poll(() => rig.line.status().alerts.rules).toBe(2);
  const slow = await listen(user);
  const snapshot = await listen(user);
  slow.socket.pause();
  flood();
  await rig.pass(300);
  await untilReceived(snapshot.alerts, EVENTS + 2);
  slow.socket.resume();
  await settle(slow.socket);
  const listed = new Set((await readList(user)).map(({ eventId }) => eventId));
  expect(listed.size).toBe(EVENTS);
  const received = slow.alerts.map(({ id }) => id);
  expect(new Set(received).size).toBe(received.length);
  expect(slow.alerts.filter(({ eventId }) => !listed.has(eventId))).toEqual([]);
}, 60_000);
