/** Detects inputs that block the thread, for tests that read damaged files: a hang is slow each time, a garbage collection once. */

/** Inputs of these tests take a fraction of a millisecond; from this duration a browser seems to hang. */
const HANG_MS = 50;
const SIGHTINGS = 5;

/** Processor time of the thread in microseconds, which other work on the machine does not lengthen. */
export type ThreadUsage = () => { readonly user: number; readonly system: number };

/** The result of `run`. Throws when it takes too long on every attempt. */
export function withoutHang<R>(usage: ThreadUsage, run: () => R): R {
  const threadMs = (): number => {
    const { user, system } = usage();
    return (user + system) / 1_000;
  };
  for (let sighting = 1; ; sighting += 1) {
    const fromMs = threadMs();
    const answer = run();
    const tookMs = threadMs() - fromMs;
    if (tookMs <= HANG_MS) return answer;
    if (sighting === SIGHTINGS)
      throw new Error(`one input took ${Math.round(tookMs)} ms, ${SIGHTINGS} times`);
  }
}
