/** The section of docs/measurements.md about realism: distances to a recording and the features that separate a simulation from it. */
import type { Discrimination } from './discriminator.ts';
import type { Distance } from './distances.ts';
import type { Distribution } from './market-sample.ts';

/** Features that the tables name. */
const TOP = 6;

export interface RealismFigures {
  readonly date: string;
  readonly command: string;
  /** What was compared, in words: symbol, from and to. */
  readonly recorded: string;
  readonly simulated: string;
  readonly distances: readonly {
    readonly name: Distribution;
    readonly recorded: number;
    readonly simulated: number;
    readonly distance: Distance;
  }[];
  readonly discrimination: Discrimination;
}

/** The whole section, without its heading. */
export function realismSection({
  date,
  command,
  recorded,
  simulated,
  distances,
  discrimination,
}: RealismFigures): string {
  const rows = distances.map(
    ({ name, recorded: real, simulated: ours, distance }) =>
      `| ${name} | ${real.toFixed(2)} | ${ours.toFixed(2)} | ${distance.l1.toFixed(3)} | ${distance.w1.toFixed(3)} |`,
  );
  const { auc, weights, alone } = discrimination;
  const weightRows = weights.slice(0, TOP).map(({ feature, weight }, place) => {
    const single = alone[place] as (typeof alone)[number];
    return `| ${feature} | ${weight.toFixed(2)} | ${single.feature} | ${single.auc.toFixed(2)} |`;
  });
  return [
    `\`${command}\`, ${date}. Recorded: ${recorded}. Simulated: ${simulated}.`,
    `| Distribution | Recorded median | Simulated | L1 | Wasserstein-1 |\n|---|---|---|---|---|\n${rows.join('\n')}`,
    `A logistic regression separates windows of five seconds with an area under the ROC curve of **${auc.toFixed(3)}** (0.5 ideal; above 0.9 expected at first).`,
    `| Heaviest weights | Weight | Best single feature | AUC |\n|---|---|---|---|\n${weightRows.join('\n')}`,
    HOW_TO_READ,
  ].join('\n\n');
}

const HOW_TO_READ = `L1 is half the sum of the differences of shares (0 the same, 1 nothing in common), Wasserstein-1 is in standard deviations of
the recorded values, after LOB-Bench (Nagy et al. 2025). Times are decimal logarithms of milliseconds; the book is looked at once a second.
Windows are judged by models that learned from other stretches of time; a positive weight, or an area above 0.5, points to recorded data.`;
