/**
 * Runs the tests of a generation: overall tests first, single groups only where those pass, one correction over all.
 */

import type { Question } from '#insights/claims/claim.ts';
import { TEST_SHARES } from '#insights/claims/test-shares.ts';
import { benjaminiHochberg } from '#insights/tests/benjamini-hochberg.ts';
import type { ShufflePlan } from '#insights/tests/shuffle-plan.ts';
import { SeededRandom } from '#numbers/random.ts';
import { type TestedClaim, WATCH_Q } from './judge-claim.ts';

export interface Answers {
  readonly claims: readonly TestedClaim[];
  /** Tests that were run, those of claims that are not shown too. */
  readonly tested: number;
}

interface Run {
  readonly question: Question;
  readonly p: number;
  readonly t: number;
  readonly claim: number | null;
  readonly weight: number;
}

/**
 * Every question is one test of weight `shares`; the q-values of these decide (Benjamini and Hochberg, weighted).
 * Groups of a question are only tested if its overall q is at most 0.10, and then count as further tests; a group's q
 * is never below that of its question. `always` names keys that were shown before and are tested whatever the overall
 * result.
 */
export function runTests(
  questions: readonly Question[],
  plan: ShufflePlan,
  seed: number,
  always: ReadonlySet<string>,
): Answers {
  const overall = questions.flatMap((question): Run[] => {
    const random = new SeededRandom(seed, `test ${question.name}`);
    const test =
      question.overall ?? ((shuffles, source) => question.claims[0]?.test(null, shuffles, source) ?? null);
    const answer = test(plan, random);
    const claim = question.overall === null ? 0 : null;
    return answer === null ? [] : [{ question, ...answer, claim, weight: question.shares }];
  });
  const overallQ = correctedQ(overall);
  const single = overall.flatMap((run, at) => singleRuns(run, overallQ[at]!, plan, seed, always));
  const runs = [...overall, ...single];
  const q = correctedQ(runs);
  const total = overall.reduce<number>((sum, { weight }) => sum + weight, TEST_SHARES.reserve);
  const floor = new Map(overall.map((run, at) => [run.question, overallQ[at]!]));
  const claims = runs.flatMap((run, at): TestedClaim[] => {
    const claim = run.claim === null ? undefined : run.question.claims[run.claim];
    if (claim === undefined) return [];
    const ownQ = Math.min(1, Math.max(q[at]!, floor.get(run.question) ?? 1));
    const burden = (total * run.question.claims.length) / run.question.shares;
    return [{ question: run.question, claim, p: run.p, q: ownQ, t: run.t, burden }];
  });
  return { claims, tested: runs.length };
}

/** q-values of Benjamini and Hochberg, with the reserve as one more test that found nothing. */
function correctedQ(runs: readonly Run[]): number[] {
  const q = benjaminiHochberg(
    [...runs.map(({ p }) => p), 1],
    [...runs.map(({ weight }) => weight), TEST_SHARES.reserve],
  );
  return q.slice(0, runs.length);
}

function singleRuns(
  { question, claim }: Run,
  overallQ: number,
  plan: ShufflePlan,
  seed: number,
  always: ReadonlySet<string>,
): Run[] {
  if (claim !== null) return [];
  return question.claims.flatMap((single, at): Run[] => {
    if (overallQ > WATCH_Q && !always.has(single.key)) return [];
    const answer = single.test(null, plan, new SeededRandom(seed, `test ${single.key}`));
    return answer === null ? [] : [{ question, ...answer, claim: at, weight: question.shares }];
  });
}
