/** The tables of what is forecast of icebergs, and of who is said to lead whom. */
import type { ForecastReached, LeadReached } from '@undertow/detection';
import { estimate, NONE } from './figure-words.ts';
import { COVERAGE_GOAL, FORECAST_SKILL_GOAL, LEAD_GOALS } from './goals.ts';

/** Empty without forecasts. */
export function forecastTables(forecasts: readonly ForecastReached[]): string {
  if (forecasts.length === 0) return '';
  const head =
    '| Market | Feed | Forecasts (complete) | Skill D | Skill 3 D | Skill 10 D | Brier D / 3 D / 10 D | In the 80 % band | Met |\n|---|---|---|---|---|---|---|---|---|';
  const lines = forecasts.map((one) => `| ${one.generator.toUpperCase()} ${forecastLine(one)}`);
  return `### Hidden rest of native icebergs\n\n${head}\n${lines.join('\n')}\n\n${HOW_FORECASTS}`;
}

const HOW_FORECASTS = `Chance that one, three and ten more display sizes (D) follow, against the constant base rate of the same icebergs
(skill at least ${FORECAST_SKILL_GOAL.toFixed(2)} at each that can be measured), and share of complete icebergs whose rest lay in the 80 % band (${COVERAGE_GOAL.least} to ${COVERAGE_GOAL.most}).
Cancelled icebergs count as far as they went; known ones represent the rest of them.`;

export function forecastLine(reached: ForecastReached): string {
  const { tier, forecasts, complete, horizons, coverage } = reached;
  const cells = [
    tier,
    `${forecasts} (${complete})`,
    ...horizons.map(({ skill }) => estimate(skill)),
    horizons.map(({ brier }) => brier?.value.toFixed(3) ?? NONE).join(' / '),
    estimate(coverage),
    isForecastMet(reached) ? 'yes' : 'no',
  ];
  return `| ${cells.join(' | ')} |`;
}

function isForecastMet({ horizons, coverage }: ForecastReached): boolean {
  const skills = horizons.flatMap(({ skill }) => (skill === null ? [] : [skill.value]));
  if (skills.length === 0 || coverage === null) return false;
  return (
    skills.every((skill) => skill >= FORECAST_SKILL_GOAL) &&
    coverage.value >= COVERAGE_GOAL.least &&
    coverage.value <= COVERAGE_GOAL.most
  );
}

/** Empty where several products were not played at once. */
export function leadTable(leads: readonly LeadReached[]): string {
  if (leads.length === 0) return '';
  const head =
    '| Market | Pair | Worlds | Minutes | With a claim | Lag right | Minutes of strangers | False claims | Met |\n|---|---|---|---|---|---|---|---|---|';
  const lines = leads.map((one) => `| ${one.generator.toUpperCase()} ${leadLine(one)}`);
  return `### Who leads whom, L3\n\n${head}\n${lines.join('\n')}\n\n${HOW_LEADS}`;
}

const HOW_LEADS = `Minutes in which one true lag held for the quarter of an hour that is studied and the minute moves of the two correlate by at least
0.3. A lag is right within one step of the grid 1, 2, 5, 10, 20, 50, … ms (goal: ${LEAD_GOALS.right} of claims). Strangers are two products of different worlds
(goal: at most ${LEAD_GOALS.falseClaims} of the minutes with a claim).`;

export function leadLine({
  pair,
  sessions,
  minutes,
  claimed,
  right,
  independentMinutes,
  falseClaims,
}: LeadReached): string {
  const isMet =
    right !== null &&
    falseClaims !== null &&
    right.value >= LEAD_GOALS.right &&
    falseClaims.value <= LEAD_GOALS.falseClaims;
  const met = right === null ? NONE : isMet ? 'yes' : 'no';
  const cells = [
    pair,
    sessions,
    minutes,
    claimed,
    estimate(right),
    independentMinutes,
    estimate(falseClaims, 3),
    met,
  ];
  return `| ${cells.join(' | ')} |`;
}
