/** The section of docs/measurements.md about worlds: how many are accepted, what the others fail, and what they are like. */
import { HAWKES_BRANCHING } from '@undertow/simulator';
import type { Acceptance, FailedCriterion } from './acceptance.ts';
import { CRITERIA, LACKS } from './criteria.ts';
import { type Range, TICK_REGIMES, type TickRegime } from './tick-regimes.ts';
import { MOVE_SECONDS } from './world-facts.ts';

const LACKED = '†';
/** Minutes for which the reference measures a world. */
const REFERENCE_MINUTES = 10;
/** Share of rejected worlds that the reference keeps as stress. */
const REFERENCE_STRESS = 0.05;

export interface WorldsFigures {
  readonly date: string;
  readonly command: string;
  /** The seeds in words. */
  readonly seeds: string;
  readonly minutes: number;
  readonly cells: readonly Acceptance[];
}

/** The whole section, without its heading. */
export function worldsSection({ date, command, seeds, minutes, cells }: WorldsFigures): string {
  return [
    `\`${command}\`, ${date}. Seeds: ${seeds}.`,
    whatWasPlayed(minutes),
    criteriaTable(),
    sumOf(cells),
    'Worlds that fail each criterion, by the side on which they do:',
    acceptanceTable(cells),
    `${LACKED} The family may fail it by its mechanics: ${lacksText()}. Such a world counts as accepted in the column "but for ${LACKED}" only.`,
    'Medians of the worlds:',
    factsTable(cells),
    BRANCHING,
  ].join('\n\n');
}

function whatWasPlayed(minutes: number): string {
  return `Which of the worlds that a session of a family draws (\`packages/simulator/src/families/world.ts\`) are like a market of their tick
regime. Each was played for ${minutes} minutes of the scenario \`clean\` without time of day: the crowd, makers in their styles and those who
trade on worth, trends and means; no event is planted. A seed draws the same depth, pace, diffusion and sizes of a product in
every family: families differ by mechanics, and a depth or pace out of range counts in each. The book is looked at once a
second; moves of the mid price are over ${MOVE_SECONDS} seconds. An autocorrelation of ${movesIn(REFERENCE_MINUTES)} moves, those of the ${REFERENCE_MINUTES} minutes of the reference, has
a standard error of at least ${errorOf(REFERENCE_MINUTES)}, so that markets without memory would often fail; one of ${movesIn(minutes)} moves has ${errorOf(minutes)}.`;
}

const movesIn = (minutes: number): number => (60 * minutes) / MOVE_SECONDS;
const errorOf = (minutes: number): string => (1 / Math.sqrt(movesIn(minutes))).toFixed(2);

function criteriaTable(): string {
  const head = row(['Accepted', ...TICK_REGIMES.map(({ product, tick }) => `${product} (${tick})`)]);
  const lines = CRITERIA.map(({ name, accepted }) =>
    row([name, ...TICK_REGIMES.map((regime: TickRegime) => rangeText(accepted(regime)))]),
  );
  const notes = `Ranges are those of real sessions (reference of worlds, section 1). Sigma, in ticks per root second: within a factor of 3 of the
range. Contracts at the touch (median of the mean of both sides) and aggressors a second: widened by a factor of 1.5. Share of
the time at one tick: widened by half the width of the range at either end. Memory of moves: autocorrelation of neighbouring ones.`;
  return `${head}\n${rule(TICK_REGIMES.length + 1)}\n${lines.join('\n')}\n\n${notes}`;
}

function rangeText([low, high]: Range): string {
  if (low === Number.NEGATIVE_INFINITY) return `below ${short(high)}`;
  if (high === Number.POSITIVE_INFINITY) return `above ${short(low)}`;
  return `${short(low)} to ${short(high)}`;
}

function sumOf(cells: readonly Acceptance[]): string {
  const sum = (count: (cell: Acceptance) => number): number =>
    cells.reduce((all, cell) => all + count(cell), 0);
  const drawn = sum((cell) => cell.drawn);
  const accepted = sum((cell) => cell.accepted);
  const butForLacks = sum((cell) => cell.acceptedButForLacks);
  const failed = CRITERIA.map(({ name }, at) => {
    const count = sum((cell) => cell.failed[at]!.low + cell.failed[at]!.high);
    return `${name} ${count}`;
  });
  const percent = (count: number): string => `${((100 * count) / drawn).toFixed(0)} %`;
  return `Of ${drawn} worlds ${accepted} are accepted (${percent(accepted)}), ${butForLacks} (${percent(butForLacks)}) but for what their family may fail. Failed: ${failed.join(', ')}.
Nothing is rejected from training: every drawn world is used, and those that are not accepted stay in it as stress,
${percent(drawn - accepted)} of all; the reference keeps ${100 * REFERENCE_STRESS} %. *Wrong ranges*: fewer than a fifth of the worlds of a line are accepted. The 95 % interval of
a share near one half is about ±${(1 / Math.sqrt(drawn / cells.length)).toFixed(1)} in a line.`;
}

function acceptanceTable(cells: readonly Acceptance[]): string {
  const names = ['Family', 'Product', 'Worlds', 'Accepted', `But for ${LACKED}`];
  const head = [...names, ...CRITERIA.map(({ name }) => name), ''];
  const lines = cells.map((cell) =>
    row([
      cell.family,
      cell.product,
      String(cell.drawn),
      (cell.accepted / cell.drawn).toFixed(2),
      (cell.acceptedButForLacks / cell.drawn).toFixed(2),
      ...cell.failed.map(failedText),
      cell.hasWrongRanges ? 'wrong ranges' : '',
    ]),
  );
  return `${row(head)}\n${rule(head.length)}\n${lines.join('\n')}`;
}

function failedText({ low, high, mayFail }: FailedCriterion): string {
  const parts = [low > 0 ? `${low} low` : '', high > 0 ? `${high} high` : ''].filter((part) => part !== '');
  return parts.length === 0 ? '0' : `${parts.join(', ')}${mayFail ? ` ${LACKED}` : ''}`;
}

function lacksText(): string {
  const nameOf = new Map(CRITERIA.map(({ fact, name }) => [fact, name]));
  return LACKS.map(
    ({ family, fact, products, because }) =>
      `\`${family}\` ${nameOf.get(fact)} on ${products.join(', ')} (${because})`,
  ).join('; ');
}

function factsTable(cells: readonly Acceptance[]): string {
  const head = ['Family', 'Product', ...CRITERIA.map(({ name }) => name)];
  const lines = cells.map(({ family, product, median }) =>
    row([family, product, ...CRITERIA.map(({ fact }) => short(median[fact]))]),
  );
  return `${row(head)}\n${rule(head.length)}\n${lines.join('\n')}`;
}

const BRANCHING = `Branching, below 0.97 in the reference, is not measured. The code bounds what an event of \`hawkes\` excites while queues have their
usual length: at ${HAWKES_BRANCHING.oneTick.toFixed(2)} in a spread of one tick and at ${HAWKES_BRANCHING.wider.toFixed(2)} in a wider one. Of the upper draws it is above 0.97 while the spread is wide.
Queues longer than usual are left faster still, which shortens them.`;

const short = (value: number): string => String(Number(value.toPrecision(3)));
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
const rule = (columns: number): string => `|${'---|'.repeat(columns)}`;
