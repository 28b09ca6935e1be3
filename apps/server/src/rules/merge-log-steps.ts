/**
 * Which steps of a connection are merged into one entry of its log: a flapping gateway does not fill the log, and each
 * step still counts.
 */
import { MINUTE_MS } from '@undertow/market';
import type { StepNote } from '#ports/credentials.ts';

/** Equal steps are one entry when they are no further apart. */
const CLOSE_MS = 10 * MINUTE_MS;
/** This many steps within that time are entries of their own; beyond it a step is counted by the latest equal one. */
const MAX_APART = 8;

function isEqual(a: StepNote, b: StepNote): boolean {
  return a.step === b.step && a.fault === b.fault && a.server === b.server && a.tier === b.tier;
}

/** The entry of `recent`, newest first, that counts the note too; undefined where it is an entry of its own. */
function counterOf<Note extends StepNote>(recent: readonly Note[], note: StepNote): Note | undefined {
  const close = recent.filter(({ atMs }) => note.sinceMs - atMs < CLOSE_MS);
  const steps = close.reduce((sum, { times }) => sum + times, 0);
  const candidates = steps < MAX_APART ? close.slice(0, 1) : close;
  return candidates.find((one) => isEqual(one, note));
}

/** Adds the note to `recent`, newest first. */
export function mergeLogStep<Note extends StepNote>(
  recent: readonly Note[],
  note: StepNote,
): readonly (Note | StepNote)[] {
  const counter = counterOf(recent, note);
  if (counter === undefined) return [note, ...recent];
  const { withoutDataMs } = counter;
  const joined = {
    ...counter,
    atMs: Math.max(counter.atMs, note.atMs),
    times: counter.times + note.times,
    withoutDataMs: withoutDataMs === null ? null : Math.max(withoutDataMs, note.withoutDataMs ?? 0),
  };
  return [joined, ...recent.filter((one) => one !== counter)];
}
