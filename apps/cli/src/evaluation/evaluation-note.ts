/** The tables of docs/measurements.md about detection: what was reached, beside what should be. */
import type {
  EvaluationFigures,
  ModelReached,
  ModelState,
  RowReached,
  TrackFigures,
} from '@undertow/detection';
import { decimals, estimate, NONE } from './figure-words.ts';
import { forecastTables, leadTable } from './forecast-note.ts';
import { type Goal, goalOf, maxCalibrationError, NEEDED_ABOVE_BASELINE } from './goals.ts';
import { traderTable } from './trader-table.ts';

/** Figures with the states that they were reached with, and what became of declared outcomes on the full feed. */
export interface Evaluation {
  readonly figures: EvaluationFigures;
  readonly states: readonly ModelState[];
  readonly outcomes: readonly TrackFigures[];
}

/** The whole section, without its heading. */
export function evaluationSection(evaluation: Evaluation): string {
  const { figures } = evaluation;
  const { rows, models } = figures;
  const generators = [...new Set(rows.map(({ generator }) => generator))];
  const parts = [
    traderTable(evaluation),
    `\`${figures.command}\`, ${figures.date}, commit ${figures.commit}. Seeds: ${figures.seeds}.`,
    ...generators.map((generator) => rowTables(rows, generator)),
    productTable(rows),
    ...generators.map((generator) => modelTable(models, generator)),
    forecastTables(figures.forecasts),
    leadTable(figures.leads),
    HOW_TO_READ,
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

const HOW_TO_READ = `Precision and recall at the probability from which each model raises with 95 % intervals by bootstrap over sessions; found of labels that the feed can
show; duplicates are not counted as wrong (strict F1 does); false alarms an hour on sessions without anything planted; the delay counts from
the moment at which a label is evident. A naive rule is what the detector must beat by ${NEEDED_ABOVE_BASELINE} F1. Moved labels: F1 against the
same labels at other times. Precision means nothing without prevalence: labels an hour are listed with it. Support and resistance are scored
against planted levels only, so a level of the crowd's own counts as wrong.`;

function rowTables(rows: readonly RowReached[], generator: string): string {
  const own = rows.filter((row) => row.generator === generator && row.instrument === 'all');
  if (own.length === 0) return '';
  const hours = Math.max(...own.map((row) => row.hours));
  const head =
    '| Type | Feed | Precision | Recall | F1 | Naive F1 | Found | Labels/h | Wrong (dup.) | False alarms/h | Delay | Moved F1 | Goal P/R, false alarms | Met |\n' +
    '|---|---|---|---|---|---|---|---|---|---|---|---|---|---|';
  return `### ${generator.toUpperCase()}, ${hours} hours\n\n${head}\n${own.map((row) => rowLine(row, generator)).join('\n')}`;
}

export function rowLine(row: RowReached, generator: string): string {
  const goal = row.tier === 'L3' ? goalOf(row.row, generator) : undefined;
  const cells = [
    row.row,
    row.tier,
    estimate(row.precision),
    estimate(row.recall),
    decimals(row.f1?.value ?? null),
    decimals(row.baselineF1),
    `${row.found} of ${row.labels}${row.weakLabels > 0 ? ` (weak ${row.weakFound} of ${row.weakLabels})` : ''}`,
    decimals(row.prevalencePerHour, 1),
    `${row.wrong} (${row.duplicates})`,
    estimate(row.falseAlarmsPerHour),
    delay(row),
    decimals(row.permutedF1),
    goal === undefined ? NONE : goalText(goal),
    goal === undefined ? NONE : isMet(row, goal) ? 'yes' : 'no',
  ];
  return `| ${cells.join(' | ')} |`;
}

function goalText({ precision, recall, falseAlarmsPerHour }: Goal): string {
  const alarms = falseAlarmsPerHour === undefined ? '' : `, ${falseAlarmsPerHour}`;
  return `${precision} / ${recall}${alarms}`;
}

function isMet({ precision, recall, falseAlarmsPerHour, f1, baselineF1 }: RowReached, goal: Goal): boolean {
  if (precision === null || recall === null) return false;
  const beatsRule = baselineF1 === null || (f1?.value ?? 0) >= baselineF1 + NEEDED_ABOVE_BASELINE;
  const isQuiet = (falseAlarmsPerHour?.value ?? 0) <= (goal.falseAlarmsPerHour ?? Number.POSITIVE_INFINITY);
  return precision.value >= goal.precision && recall.value >= goal.recall && isQuiet && beatsRule;
}

function delay({ delayMedianMs, delayP90Ms }: RowReached): string {
  return delayMedianMs === null || delayP90Ms === null
    ? NONE
    : `${seconds(delayMedianMs)}, p90 ${seconds(delayP90Ms)}`;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(Math.abs(ms) < 10_000 ? 1 : 0)} s`;

function productTable(rows: readonly RowReached[]): string {
  const own = rows.filter(({ instrument }) => instrument !== 'all');
  if (own.length === 0) return '';
  const products = [...new Set(own.map(({ instrument }) => instrument))];
  const names = [...new Set(own.map(({ row }) => row))];
  const cell = (name: string, product: string): string => {
    const row = own.find((one) => one.row === name && one.instrument === product);
    return row === undefined
      ? NONE
      : `${decimals(row.precision?.value ?? null)} / ${decimals(row.recall?.value ?? null)}`;
  };
  const lines = names.map(
    (name) => `| ${name} | ${products.map((product) => cell(name, product)).join(' | ')} |`,
  );
  return `### Products, G1, L3, precision / recall\n\n| Type | ${products.join(' | ')} |\n|---|${products.map(() => '---|').join('')}\n${lines.join('\n')}`;
}

function modelTable(models: readonly ModelReached[], generator: string): string {
  const own = models.filter((model) => model.generator === generator && model.instrument === 'all');
  if (own.length === 0) return '';
  const head = `| Probability | Feed | Candidates | True | AUC | Brier | Skill | Calibration error | Top tenth | Within ${maxCalibrationError(generator)} |\n|---|---|---|---|---|---|---|---|---|---|`;
  return `### Probabilities, ${generator.toUpperCase()}\n\n${head}\n${own.map(modelLine).join('\n')}`;
}

export function modelLine(model: ModelReached): string {
  const cells = [
    model.model,
    model.tier,
    String(model.candidates),
    decimals(model.baseRate),
    decimals(model.auc),
    decimals(model.brier, 3),
    estimate(model.brierSkill),
    estimate(model.calibrationError, 3),
    model.topDecileLift === null ? NONE : `× ${decimals(model.topDecileLift)}`,
    model.calibrationError.value <= maxCalibrationError(model.generator) ? 'yes' : 'no',
  ];
  return `| ${cells.join(' | ')} |`;
}
