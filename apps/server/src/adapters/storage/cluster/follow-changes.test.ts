/** Changes reach a process in their order, each at least once, whatever happens to the database and to the process. */
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { ChangeLog, Hint } from '#ports/cluster/changes.ts';
import { type FollowedChanges, followChanges } from './follow-changes.ts';

let followed: FollowedChanges | undefined;
afterEach(() => followed?.close());

function makeFollower(everyMs = 5) {
  const changes: Awaited<ReturnType<ChangeLog['since']>>[number][] = [];
  const state = { isAway: false, nowMs: 0, tooLate: 0, logged: [] as string[], refuses: '' };
  const seen: string[] = [];
  const answer = async <T>(value: () => T): Promise<T> => {
    await wait(1);
    if (state.isAway) throw new Error('the database is away');
    return value();
  };
  const log: ChangeLog = {
    latest: () => answer(() => changes.at(-1)?.number ?? 0),
    since: (number) => answer(() => changes.filter((change) => change.number > number).slice(0, 3)),
  };
  const note = (_facts: object, text: string): void => {
    state.logged.push(text);
  };
  const change = (...users: string[]): void => {
    for (const userId of users)
      changes.push({
        number: (changes.at(-1)?.number ?? 0) + 2,
        hint: { topic: 'userChanged', message: { userId } },
      });
  };
  const onHint = ({ message }: Hint): void => {
    const { userId } = message as { userId: string };
    seen.push(userId);
    if (userId === state.refuses) throw new Error('not taken in');
  };
  followed = followChanges({
    ...{ log, everyMs, onHint },
    onTooLate: () => {
      state.tooLate += 1;
    },
    logger: { info: note, warn: note, error: note },
    monotonicMs: () => state.nowMs,
  });
  return { followed, change, state, seen };
}

test('what was changed before the start is not handed on, what is changed after it is, in its order', async () => {
  const { followed: follower, change, seen } = makeFollower();
  change('before');
  await follower.ready();
  change('a', 'b', 'c', 'd', 'e', 'f', 'g');
  await expect.poll(() => seen).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
});

test('an outage delays changes and loses none; it is in the log once', async () => {
  const { followed: follower, change, state, seen } = makeFollower();
  await follower.ready();
  change('a');
  await expect.poll(() => seen).toEqual(['a']);
  state.isAway = true;
  change('b', 'c');
  await wait(50);
  expect(seen).toEqual(['a']);
  state.isAway = false;
  await expect.poll(() => seen).toEqual(['a', 'b', 'c']);
  await expect
    .poll(() => state.logged)
    .toEqual(['changes cannot be read, trying again', 'changes are read again']);
});

test('a database that is away at the start is waited for', async () => {
  const { followed: follower, change, state, seen } = makeFollower();
  state.isAway = true;
  await wait(20);
  state.isAway = false;
  await follower.ready();
  change('a');
  await expect.poll(() => seen).toEqual(['a']);
});

test('a listener that fails holds up no other change', async () => {
  const { followed: follower, change, state, seen } = makeFollower();
  await follower.ready();
  state.refuses = 'a';
  change('a', 'b');
  await expect.poll(() => seen).toEqual(['a', 'b']);
  expect(state.logged).toEqual(['a change was not taken in']);
});

test('after a suspension that was longer than changes are kept, the process learns that it missed some', async () => {
  const { followed: follower, state } = makeFollower();
  await follower.ready();
  state.nowMs += 54 * 60_000;
  await follower.look();
  expect(state.tooLate).toBe(0);
  state.nowMs += 56 * 60_000;
  await follower.look();
  await follower.look();
  expect(state.tooLate).toBe(1);
});

test('nothing is handed on after the end', async () => {
  const { followed: follower, change, seen } = makeFollower();
  await follower.ready();
  await follower.close();
  change('a');
  await wait(30);
  expect(seen).toEqual([]);
});
