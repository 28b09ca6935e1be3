/** The table of docs/measurements.md about styles that a training left out: each fold, then all of its axis together. */
import type { RowReached } from '@undertow/detection';
import { subjectOf } from '@undertow/simulator';
import { estimate } from '#evaluation/figure-words.ts';
import type { Provenance } from '#evaluation/provenance.ts';
import type { FoldReached } from './evaluate-styles.ts';
import type { StyleAxis, StyleFold } from './style-folds.ts';

/** Rows of the score whose events have styles, by subject. */
const ROWS_OF_EVENTS: Readonly<Record<string, string>> = {
  iceberg: 'iceberg/synthetic',
  spoofing: 'spoofing',
  absorption: 'absorption',
};
/** Rows that the makers of a market can spoil. */
const ROWS_OF_MAKERS = [
  'iceberg/synthetic',
  'absorption',
  'spoofing',
  'stop_run',
  'retail_trap_zone',
  'volume_spike',
  'institutional_activity',
] as const;
const TITLES: Readonly<Record<StyleAxis, string>> = {
  makers: 'Makers whose sizes no training saw',
  mechanics: 'Events in a style that no training saw',
};

/** The whole section, without its heading. */
export function styleSection(folds: readonly FoldReached[], { date, commit }: Provenance): string {
  const axes = [...new Set(folds.map(({ fold }) => fold.axis))];
  const parts = [
    WHAT,
    `\`undertow evaluate-styles\`, ${date}, commit ${commit}.`,
    ...axes.map((axis) => axisTable(folds, axis)),
  ];
  return parts.join('\n\n');
}

const WHAT = `What a finding is worth where agents work in a way that training excluded (\`undertow train --leave-one-out makers\` and
\`mechanics\`, families alone): the sessions of all families have no other style of that kind. States and operating points are the
committed ones, as displayed; full feed, 95 % intervals by bootstrap over sessions.`;

function axisTable(folds: readonly FoldReached[], axis: StyleAxis): string {
  const lines = folds
    .filter(({ fold }) => fold.axis === axis)
    .flatMap(({ fold, rows }) =>
      namesOf(fold).flatMap(({ style, row }) => {
        const reached = rows.find((one) => one.row === row);
        return reached === undefined ? [] : [{ row, line: styleLine(style, row, reached) }];
      }),
    )
    .toSorted((a, b) => (a.row < b.row ? -1 : Number(a.row > b.row)));
  const head =
    '| Finding | Left out | How often right | Share found | False alarms/h | Found of labels |\n|---|---|---|---|---|---|';
  return `### ${TITLES[axis]}\n\n${head}\n${lines.map(({ line }) => line).join('\n')}`;
}

/** Which rows a fold says something about, and the style that each was measured in. */
function namesOf({ axis, styles }: StyleFold): { style: string; row: string }[] {
  return styles.flatMap((style) =>
    axis === 'makers'
      ? ROWS_OF_MAKERS.map((row) => ({ style, row }))
      : [{ style, row: ROWS_OF_EVENTS[subjectOf(style)] ?? '' }],
  );
}

function styleLine(style: string, row: string, reached: RowReached): string {
  const { precision, recall, falseAlarmsPerHour, found, labels } = reached;
  const name = style.slice(style.indexOf('/') + 1).replaceAll('_', ' ');
  const cells = [
    row,
    name,
    estimate(precision),
    estimate(recall),
    estimate(falseAlarmsPerHour),
    `${found} of ${labels}`,
  ];
  return `| ${cells.join(' | ')} |`;
}
