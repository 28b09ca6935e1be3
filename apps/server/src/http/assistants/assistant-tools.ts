/** Tools of assistants: public routes under names and with descriptions that a model reads. */
import { API_ROUTES, type ApiRoute, type ApiScope } from '@undertow/contracts';
import { z } from 'zod';

export interface AssistantTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly route: ApiRoute;
  readonly input: z.ZodObject;
  /** Names of the input that are part of the path, and of the body; the others are the query. */
  readonly pathNames: readonly string[];
  readonly bodyNames: readonly string[];
  readonly isWrite: boolean;
}

/** By the id of the route. */
const NAMES = {
  listInstruments: 'list_instruments',
  getLevels: 'get_levels',
  listEvents: 'list_events',
  getEvidence: 'get_event_evidence',
  getOutcome: 'get_event_outcome',
  listPatterns: 'list_patterns',
  getTrackRecord: 'get_track_record',
  listReleases: 'list_releases',
  listTradingDays: 'list_trading_days',
  listTrades: 'list_trades',
  getStatistics: 'get_journal_statistics',
  listInsights: 'list_insights',
  addTrade: 'add_trade',
  listBacktests: 'list_backtests',
  listBacktestSessions: 'list_backtest_sessions',
  createBacktest: 'run_backtest',
  getBacktest: 'get_backtest',
  getBacktestResult: 'get_backtest_result',
  listBacktestTrades: 'list_backtest_trades',
  cancelBacktest: 'cancel_backtest',
} as const satisfies Readonly<Record<string, string>>;

const UNITS =
  'Prices are decimal strings, times are UTC. Rates come with their sample size and interval: state both. `meta` names source and delay.';

function shapeOf(schema: z.ZodType | undefined): z.ZodRawShape {
  return schema instanceof z.ZodObject ? schema.shape : {};
}

function toolOf(route: ApiRoute): AssistantTool[] {
  const name = Object.entries(NAMES).find(([id]) => id === route.id)?.[1];
  if (name === undefined) return [];
  const { of, summary, description } = route;
  const [path, body] = [shapeOf(route.params), shapeOf(of.body)];
  return [
    {
      ...{ name, title: summary, route },
      description: [summary, description, UNITS].filter((part) => part !== '').join('. '),
      input: z.strictObject({ ...path, ...shapeOf(route.query), ...body }),
      ...{ pathNames: Object.keys(path), bodyNames: Object.keys(body) },
      isWrite: of.method !== 'GET',
    },
  ];
}

const TOOLS: readonly AssistantTool[] = API_ROUTES.flatMap(toolOf);

/** Those that the scopes of a key allow. */
export function toolsFor(scopes: readonly ApiScope[]): readonly AssistantTool[] {
  return TOOLS.filter(({ route }) => scopes.includes(route.scope));
}

type Input = Readonly<Record<string, unknown>>;

export interface ToolRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly payload?: object;
}

const pick = (input: Input, names: readonly string[]) =>
  Object.fromEntries(Object.entries(input).filter(([name]) => names.includes(name)));

/** The request of a call with what its schema parsed. */
export function requestOf(
  { route, pathNames, bodyNames, isWrite }: AssistantTool,
  input: Input,
): ToolRequest {
  const path = route.path.replaceAll(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(String(input[name])),
  );
  if (isWrite) return { method: 'POST', url: path, payload: pick(input, bodyNames) };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input))
    if (value !== undefined && !pathNames.includes(name)) query.set(name, String(value));
  return { method: 'GET', url: query.size === 0 ? path : `${path}?${query}` };
}
