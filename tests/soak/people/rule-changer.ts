/** Someone who changes their rules all the time: switches them off and on, gives them another cool-down, deletes and makes them again. */
import { setTimeout as wait } from 'node:timers/promises';
import type { AlertConfiguration, AlertRuleInput } from '@undertow/contracts';
import { seededDraws } from '@undertow/market';
import type { Person } from './person.ts';

const MIN_PAUSE_MS = 20_000;
const MORE_PAUSE_MS = 20_000;

function inputOf(rule: AlertConfiguration): AlertRuleInput {
  const { name, notificationMethod, instrumentIds, condition, sessionHours, quietHours } = rule;
  const { coolDownSeconds, expiresAt, isEnabled } = rule;
  return {
    name,
    notificationMethod,
    isEnabled,
    instrumentIds,
    condition,
    sessionHours,
    coolDownSeconds,
    quietHours,
    expiresAt,
  };
}

export async function keepChangingRules(person: Person, seed: number, signal: AbortSignal): Promise<void> {
  const draw = seededDraws(seed);
  while (!signal.aborted) {
    await wait(MIN_PAUSE_MS + draw() * MORE_PAUSE_MS, null, { signal }).catch(() => null);
    if (signal.aborted) return;
    // An expired rule cannot be made again as it is
    const current = person.ruleVersions.filter(
      ({ untilMs, rule }) => untilMs === null && rule.expiresAt === null,
    );
    const version = current[Math.floor(draw() * current.length)];
    if (version === undefined) continue;
    const way = draw();
    if (way < 0.5) await person.changeRule(version, { isEnabled: !version.rule.isEnabled });
    else if (way < 0.8) await person.changeRule(version, { coolDownSeconds: Math.floor(draw() * 120) });
    else {
      await person.deleteRule(version);
      await person.addRule(inputOf(version.rule));
    }
    person.tally.count('rules changed');
  }
}
