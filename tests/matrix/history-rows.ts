/** Rows of the history of events, its export and its trading days. */
import { all, type MatrixRow, paid } from './matrix-row.ts';

function filterRows(route: string, path: string): readonly MatrixRow[] {
  const row = (situation: string, statuses: MatrixRow['statuses'], query: string): MatrixRow => ({
    ...{ route, situation, statuses, instruments: [1] },
    request: { url: `${path}?${query}` },
  });
  return [
    row('the defaults', all(401, 200), ''),
    row(
      'every filter',
      all(401, 200),
      'timeframe=90d&eventType=support&side=bid&minConfidence=0.8&text=refilled&sort=size',
    ),
    row('trading days', all(401, 200), 'from=2026-11-02&to=2026-11-20&sort=oldest'),
    row('a type beyond the plan', all(401, 200), 'eventType=spoofing'),
    row('in own list', paid(200), 'instrumentId=1'),
    row('not in own list', paid(403), 'instrumentId=2'),
    row('unknown instrument', paid(403), 'instrumentId=999'),
    row('a day that does not exist', all(401, 400), 'from=2026-02-30'),
    row('days the wrong way round', all(401, 400), 'from=2026-11-20&to=2026-11-19'),
    row('SQL in the text', all(401, 200), `text=${encodeURIComponent("'; DROP TABLE event_facets; --")}`),
    row('NUL in the text', all(401, 400), 'text=%00'),
    row('an unknown order', all(401, 400), 'sort=detected_ms;DROP'),
    row('a confidence above one', all(401, 400), 'minConfidence=1.01'),
    row('unknown key', all(401, 400), 'userId=2'),
    row('key given twice', all(401, 400), 'timeframe=1d&timeframe=7d'),
  ];
}

const CURSOR_ROWS: readonly MatrixRow[] = [
  {
    route: 'searchHistory',
    situation: 'a cursor that was made up',
    statuses: all(401, 400),
    request: { url: `/api/history/events?cursor=${'A'.repeat(60)}` },
  },
  {
    route: 'searchHistory',
    situation: 'a cursor with SQL in it',
    statuses: all(401, 400),
    request: { url: `/api/history/events?cursor=${encodeURIComponent("' OR 1=1")}` },
  },
  {
    route: 'searchHistory',
    situation: 'a limit above the greatest',
    statuses: all(401, 400),
    request: { url: '/api/history/events?limit=201' },
  },
];

const SESSION_ROWS: readonly MatrixRow[] = [
  {
    route: 'listAnalysisSessions',
    situation: 'own instruments',
    statuses: all(401, 200),
    instruments: [1],
    request: { url: '/api/analysis/sessions?timeframe=30d' },
  },
  {
    route: 'listAnalysisSessions',
    situation: 'unknown span',
    statuses: all(401, 400),
    request: { url: '/api/analysis/sessions?timeframe=2d' },
  },
];

export const HISTORY_ROWS: readonly MatrixRow[] = [
  ...filterRows('searchHistory', '/api/history/events'),
  ...CURSOR_ROWS,
  ...filterRows('exportHistory', '/api/history/export'),
  ...SESSION_ROWS,
];
