/** The first table of docs/measurements.md: what each finding is worth, in words and figures that a trader reads. */
import type { ModelReached, ModelState, RowReached, TrackFigures } from '@undertow/detection';
import type { Evaluation } from './evaluation-note.ts';
import { decimals, estimate, NONE } from './figure-words.ts';

const POOLED = 'families';
const FULL_FEED = 'L3';
/** Fewer findings or labels of one family give no figure of it. */
const ENOUGH = 10;

interface Line {
  readonly row: string;
  readonly name: string;
  readonly meaning: string;
  /** Whose outcomes are counted in the track record: type, and sub where the type has several. */
  readonly outcome?: readonly [type: string, sub?: string];
  /** Whose state it has; null where the exchange's messages prove it. */
  readonly model: string | null;
  /** It states an outcome, so labels of what is there do not measure it: its skill does. */
  readonly isForecast?: true;
}

const LINES: readonly Line[] = [
  { row: 'iceberg/native', name: 'Iceberg, native', meaning: 'the exchange refills the order', model: null },
  {
    row: 'iceberg/synthetic',
    name: 'Iceberg, synthetic',
    meaning: 'a trader posts slice after slice',
    model: 'iceberg_synthetic',
  },
  {
    row: 'absorption',
    name: 'Absorption',
    meaning: 'somebody takes all that hits a price',
    outcome: ['absorption'],
    model: 'absorption',
  },
  {
    row: 'stop_burst',
    name: 'Stop run, burst',
    meaning: 'stops are elected together',
    outcome: ['stop_run', 'burst'],
    model: null,
  },
  {
    row: 'stop_run',
    name: 'Stop run, driven by a level',
    meaning: 'they lay beyond one level',
    outcome: ['stop_run', 'level_driven'],
    model: 'stop_run',
  },
  {
    row: 'spoofing',
    name: 'Spoofing-like',
    meaning: 'size is shown and withdrawn, repeatedly',
    model: 'spoofing',
  },
  {
    row: 'support',
    name: 'Support, resistance',
    meaning: 'a price that turned price, with the chance that it does so at the next touch',
    outcome: ['support'],
    model: 'level_bounce',
    isForecast: true,
  },
  {
    row: 'retail_trap_zone',
    name: 'Trap',
    meaning: 'traders are caught beyond a level',
    outcome: ['retail_trap_zone'],
    model: 'trap_zone',
  },
  {
    row: 'volume_spike',
    name: 'Volume spike',
    meaning: 'far more volume than the minutes before',
    outcome: ['volume_spike'],
    model: 'volume_spike',
  },
  {
    row: 'institutional_activity',
    name: 'Institutional activity',
    meaning: 'one programme of many orders',
    outcome: ['institutional_activity'],
    model: 'institutional',
  },
];

/** Empty where no family was played. */
export function traderTable({ figures: { rows, models }, states, outcomes }: Evaluation): string {
  const own = rows.filter(({ tier, instrument }) => tier === FULL_FEED && instrument === 'all');
  const lines = LINES.flatMap((line) => {
    const pooled = own.find(({ row, generator }) => row === line.row && generator === POOLED);
    if (pooled === undefined) return [];
    if (line.isForecast) return [forecastLine(line, models, states, outcomes)];
    const families = own.filter(({ row, generator }) => row === line.row && isFamilyName(generator));
    const cells = [
      line.name,
      line.meaning,
      estimate(pooled.precision),
      worst(
        families,
        ({ precision }) => precision?.value,
        ({ found, weakFound, wrong }) => found + weakFound + wrong,
      ),
      estimate(pooled.recall),
      worst(
        families,
        ({ recall }) => recall?.value,
        ({ labels }) => labels,
      ),
      estimate(pooled.falseAlarmsPerHour),
      held(line, outcomes),
      decimals(pooled.baselineF1),
      decimals(pooled.f1?.value ?? null),
      stateOf(line, states),
    ];
    return [`| ${cells.join(' | ')} |`];
  });
  if (lines.length === 0) return '';
  const head =
    '| Finding | What it states | How often right | Worst family | Share found | Worst family | False alarms/h | Came out, beside other moments | Naive F1 | F1 | State |\n' +
    '|---|---|---|---|---|---|---|---|---|---|---|';
  return `${WHAT}\n\n${head}\n${lines.join('\n')}`;
}

function forecastLine(
  line: Line,
  models: readonly ModelReached[],
  states: readonly ModelState[],
  outcomes: readonly TrackFigures[],
): string {
  const reached = models.find(
    ({ model, generator, tier, instrument }) =>
      model === line.model && generator === POOLED && tier === FULL_FEED && instrument === 'all',
  );
  const skill = `Brier skill ${estimate(reached?.brierSkill ?? null)}`;
  const cells = [line.name, line.meaning, skill, NONE, NONE, NONE, NONE, held(line, outcomes), NONE, NONE];
  return `| ${[...cells, stateOf(line, states)].join(' | ')} |`;
}

const WHAT = `What a finding is worth in markets that its detector never saw: each family of other mechanics is played with calibrators that were
trained on all the others (\`undertow train --leave-one-out markets\`). Full feed, with 95 % intervals by bootstrap over sessions. *Exact* is proven by
the exchange's messages; *calibrated* was better than the base rate there; *experimental* was not, and is shown on request, of support and
resistance with that statement; *unavailable* is never raised. *Came out*: how often what a finding declared when it was raised came true,
beside how often the very same came true at other moments of the hour before, over the same findings (stop runs: that price turns back). Of the live market, the track record
of each installation shows the same two figures.`;

const isFamilyName = (generator: string): boolean => !['g1', 'g4', 'g0', POOLED].includes(generator);

function worst(
  families: readonly RowReached[],
  figure: (row: RowReached) => number | undefined,
  count: (row: RowReached) => number,
): string {
  const known = families
    .filter((row) => count(row) >= ENOUGH)
    .flatMap((row) => {
      const value = figure(row);
      return value === undefined ? [] : [{ value, name: row.generator }];
    })
    .toSorted((a, b) => a.value - b.value);
  const [least] = known;
  return least === undefined ? NONE : `${least.value.toFixed(2)} (${least.name})`;
}

/** Hit rate and base rate by the rules of the track record; a dash where nothing is declared or too little is settled. */
function held({ outcome }: Line, outcomes: readonly TrackFigures[]): string {
  const [type, sub] = outcome ?? [];
  const figures = outcomes.find((one) => one.type === type && (sub === undefined || one.sub === sub));
  if (figures?.hitRate == null || figures.baseRate === null) return NONE;
  return `${estimate(figures.hitRate)} beside ${decimals(figures.baseRate.value)}`;
}

function stateOf({ model }: Line, states: readonly ModelState[]): string {
  if (model === null) return 'exact';
  const state = states.find((one) => one.model === model && one.tier === FULL_FEED);
  if (state === undefined) return NONE;
  return state.raiseFrom === null ? state.state : `${state.state}, from ${state.raiseFrom}`;
}
