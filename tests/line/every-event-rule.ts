/** A rule for every event, whatever its size: the built-in one alerts the largest of a day only. */
import { BUILT_IN_RULE } from '@undertow/server/src/alerting/built-in-rule.ts';
import type { Rig, RigUser } from './line-rig.ts';

/** Adds the rule; it holds from now on. `nowMs` is when it was made. */
export async function alertEveryEvent({ stores, bus }: Rig, user: RigUser, nowMs: number): Promise<void> {
  const content = { ...BUILT_IN_RULE, condition: { ...BUILT_IN_RULE.condition, perDay: null } };
  await stores.alertRules.add({ ...content, userId: user.id, origin: null } as never, 200, nowMs as never);
  bus.publish('alertRulesChanged', { userId: user.id });
}
