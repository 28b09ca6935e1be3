/** What the table mirror of a profile shows, from what is on screen. Pure. */
import type { ProfileInput } from '#flow-panes/profile/profile-input.ts';
import type { ProfileScene } from '#flow-panes/profile/profile-scene.ts';
import {
  levelsTable,
  rangeTable,
  rangeValueTable,
  rowsTable,
  sessionsTable,
} from '#flow-panes/profile/profile-words.ts';
import type { RangeScene } from '#flow-panes/profile/range-scene.ts';
import { dayText } from '#flow-panes/sessions/day-text.ts';
import type { ProfileTables } from './profile-table.tsx';

type Named = Pick<ProfileInput, 'market'>;

export function profileTables(
  input: Named,
  sessions: ProfileScene | null,
  range: RangeScene | null,
): ProfileTables {
  const title = `${input.market.instrument.name} as a table`;
  if (range !== null)
    return {
      title,
      tables: [rangeValueTable(input, range)],
      choices: range.profile === null ? [] : [{ label: 'Range', table: rangeTable(input, range) }],
    };
  if (sessions === null) return { title, tables: [], choices: [] };
  const { columns, levels } = sessions;
  return {
    title,
    tables: [sessionsTable(input, columns), ...(levels.length === 0 ? [] : [levelsTable(input, levels)])],
    choices: columns
      .toReversed()
      .map(({ session }) => ({ label: dayText(session.day), table: rowsTable(input, session) })),
  };
}
