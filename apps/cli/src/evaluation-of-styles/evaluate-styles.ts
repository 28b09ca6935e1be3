/** Plays the sessions of folds of styles, each by the calibrators that never saw the fold's styles. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { RowReached } from '@undertow/detection';
import { FAMILY_NAMES } from '@undertow/simulator';
import { readCalibrators } from '#evaluation/calibrator-table.ts';
import { figuresOf } from '#evaluation/evaluation-figures.ts';
import { COMMITTED_STATES } from '#evaluation/measured-states.ts';
import {
  DEV_SEEDS,
  FAMILY_PRODUCTS,
  type SessionPlan,
  seedsOf,
  sessionPlans,
} from '#evaluation/session-plan.ts';
import type { SessionPool } from '#evaluation/session-pool.ts';
import type { EvaluateTask } from '#evaluation/session-task.ts';
import { UsageError } from '#terminal/terminal.ts';
import { othersOf, STYLE_FOLDS, type StyleFold } from './style-folds.ts';

/** Hours of each family in each fold; every fifth of a product is clean. */
const HOURS = 15;
const FULL_FEED = 'L3';

export interface FoldReached {
  readonly fold: StyleFold;
  /** Of all families together, on the full feed. */
  readonly rows: readonly RowReached[];
}

/**
 * @param folder what `undertow train --leave-one-out makers` or `mechanics` wrote
 * @throws {UsageError} where it holds no calibrators of a fold
 */
export async function evaluateStyles(
  folder: string,
  pool: SessionPool,
  note: (line: string) => void,
): Promise<FoldReached[]> {
  const folds = STYLE_FOLDS.filter(({ name }) => existsSync(join(folder, name)));
  if (folds.length === 0)
    throw new UsageError(`expected folders such as ${STYLE_FOLDS[0]?.name} in ${folder}, found none`);
  const reached: FoldReached[] = [];
  for (const fold of folds) {
    note(`${fold.name}: without ${fold.styles.join(', ')}`);
    const calibrators = await readCalibrators(join(folder, fold.name));
    const tasks = plansOf(fold).map(
      (plan): EvaluateTask => ({
        kind: 'evaluate',
        plan,
        tiers: [FULL_FEED],
        calibrators,
        states: COMMITTED_STATES,
      }),
    );
    const sessions = await pool.play(tasks, (done) => {
      if (done % 10 === 0 || done === tasks.length) note(`${done} of ${tasks.length} sessions`);
    });
    const rows = figuresOf(sessions).rows.filter(
      ({ generator, instrument }) => generator === 'families' && instrument === 'all',
    );
    reached.push({ fold, rows });
  }
  return reached;
}

function plansOf(fold: StyleFold): SessionPlan[] {
  return FAMILY_NAMES.flatMap((family) =>
    sessionPlans({
      seeds: seedsOf({ ...DEV_SEEDS, count: HOURS }),
      products: FAMILY_PRODUCTS,
      minutes: 60,
      markets: [family],
      scenario: 'sparse',
      excludedStyles: othersOf(fold),
    }),
  );
}
