/** Separates simulated from recorded windows with a logistic regression; its accuracy is the measure of realism. */
import { areaUnderRoc, fitLogistic, logitScore, Samples } from '@undertow/detection';
import { FEATURES } from './window-features.ts';

/** Folds are stretches of time, so that no window is judged by its neighbours. */
const FOLDS = 5;

export interface Discrimination {
  /** Area under the ROC curve of windows that were not learned from: 0.5 is indistinguishable. */
  readonly auc: number;
  /** Weights of standardised features when all windows are learned, largest first; above 0 points to recorded data. */
  readonly weights: readonly { readonly feature: string; readonly weight: number }[];
  /** Each feature alone, most discriminating first. */
  readonly alone: readonly { readonly feature: string; readonly auc: number }[];
}

type Windows = readonly (readonly number[])[];

export function discriminate(recorded: Windows, simulated: Windows): Discrimination {
  const all = [label(recorded, true), label(simulated, false)].flat();
  const scored = Array.from({ length: FOLDS }, (_, fold) => {
    const model = fitLogistic(samplesOf(all.filter((window) => window.fold !== fold)));
    return all
      .filter((window) => window.fold === fold)
      .map(({ features, truth }) => ({ score: logitScore(model, features), truth }));
  }).flat();
  const { weights } = fitLogistic(samplesOf(all));
  return {
    auc: areaUnderRoc(scored),
    weights: FEATURES.map((feature, index) => ({ feature, weight: weights[index]! })).sort(
      (a, b) => Math.abs(b.weight) - Math.abs(a.weight),
    ),
    alone: FEATURES.map((feature, index) => {
      const scores = all.map(({ features, truth }) => ({ score: features[index]!, truth }));
      return { feature, auc: areaUnderRoc(scores) };
    }).sort((a, b) => Math.abs(b.auc - 0.5) - Math.abs(a.auc - 0.5)),
  };
}

interface Labelled {
  readonly features: readonly number[];
  readonly truth: boolean;
  readonly fold: number;
}

function label(windows: Windows, truth: boolean): Labelled[] {
  return windows.map((features, at) => ({
    features,
    truth,
    fold: Math.floor((at * FOLDS) / windows.length),
  }));
}

/** Both kinds weigh the same, however many windows each has. */
function samplesOf(windows: readonly Labelled[]): Samples {
  const samples = new Samples(FEATURES.length, windows.length);
  const recorded = windows.filter(({ truth }) => truth).length;
  const simulated = windows.length - recorded;
  for (const { features, truth } of windows)
    samples.add(features, 0, truth, windows.length / (2 * (truth ? recorded : simulated)));
  return samples;
}
