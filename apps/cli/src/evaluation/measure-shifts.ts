/** Measures how far the features of each model separate families of markets, without fitting anything. */
import { type Calibrator, calibratorFor, featureShifts, type ModelShifts } from '@undertow/detection';
import type { SessionPool } from './session-pool.ts';
import { collectSamples, MODELS, type TrainingPlan, trainSeedsText } from './training.ts';

/** By the committed calibrators, on the training sessions of the plan. The same plan gives the same figures. */
export async function measureShifts(
  plan: TrainingPlan,
  pool: SessionPool,
  note: (line: string) => void,
): Promise<ModelShifts[]> {
  const samples = await collectSamples(plan, {}, pool, note);
  const source = { command: plan.command, seeds: trainSeedsText(plan) };
  return MODELS.filter(({ name }) => plan.models.includes(name)).flatMap((spec) =>
    plan.tiers.map((tier) => {
      const isCalibrated = calibratorFor(spec, tier) !== null;
      const sessions = isCalibrated ? (samples.get(`${spec.name}.${tier}`) ?? []) : [];
      return { model: spec.name, tier, ...source, features: featureShifts(sessions, spec.features) };
    }),
  );
}

/** The committed calibrators of the plan; null where a model has none on a tier. */
export function committedOf({ models, tiers }: TrainingPlan): (Calibrator | null)[] {
  return MODELS.filter(({ name }) => models.includes(name)).flatMap((spec) =>
    tiers.map((tier) => calibratorFor(spec, tier)),
  );
}
