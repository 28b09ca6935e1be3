/** Works a task out from the loaded trades: amounts leave as decimal text, instants as ISO 8601. */
import {
  type getPropRules,
  instantOfMs,
  type RouteResponse,
  type TradeAccountDto,
} from '@undertow/contracts';
import {
  breachChance,
  contextTableOf,
  formatMicros,
  generateInsights,
  microsOf,
  type RuleSettings,
  type RuleState,
  replayRules,
  type TradeContext,
} from '@undertow/journal';
import type {
  InsightsTask,
  JournalResponses,
  JournalTask,
  PositionsTask,
  RulesTask,
} from '#ports/journal-work.ts';
import { seedOfTrades } from './journal-seed.ts';
import { type LoadedJournal, mainCurrency, mainPositions } from './loaded-journal.ts';
import { statisticDto } from './statistic-dto.ts';
import { analysisResponse, statisticsResponse } from './statistics-response.ts';

function contextResponse(
  journal: LoadedJournal,
  contexts: readonly TradeContext[],
): JournalResponses['context'] {
  const positions = mainPositions(journal);
  const table = contextTableOf(positions, contexts, seedOfTrades(journal.userId, positions));
  return {
    currency: mainCurrency(journal.closed),
    covered: table.covered,
    trades: table.trades,
    rows: table.rows.map((row) => ({
      ...row,
      with: statisticDto('money', row.with),
      without: statisticDto('money', row.without),
    })),
  };
}

function figure(unit: RuleState['unit'], value: number | null): string | null {
  if (value === null) return null;
  if (unit === 'micros') return formatMicros(Math.round(value));
  return Number.isInteger(value) ? String(value) : value.toFixed(2);
}

function ruleResponse(state: RuleState): RouteResponse<typeof getPropRules>['rules'][number] {
  const { rule, label, unit, value, limit, left, bound, breachedAtMs, breachedBy, text } = state;
  return {
    rule,
    label,
    state: state.state,
    unit: unit === 'micros' ? 'money' : unit,
    value: figure(unit, value),
    limit: figure(unit, limit),
    left: figure(unit, left),
    bound,
    breachedAt: breachedAtMs === null ? null : instantOfMs(breachedAtMs),
    breachedBy,
    text,
  };
}

const amount = (text: string | null): number | null => (text === null ? null : microsOf(text));

function settingsOf({ startBalance, rules }: TradeAccountDto): RuleSettings {
  return {
    startBalanceMicros: amount(startBalance),
    dailyLossLimitMicros: amount(rules?.dailyLossLimit ?? null),
    maxLossMicros: amount(rules?.maxLoss ?? null),
    trailing: rules?.trailing ?? 'none',
    trailingCapMicros: amount(rules?.trailingCap ?? null),
    profitTargetMicros: amount(rules?.profitTarget ?? null),
    consistencyPercent: rules?.consistencyPercent ?? null,
    minimumDays: rules?.minimumDays ?? null,
    winningDays: rules?.winningDays ?? null,
    winningDayAmountMicros: amount(rules?.winningDayAmount ?? null),
    maxContracts: rules?.maxContracts ?? null,
    closingMinutes: rules?.closingMinutes ?? null,
    newsMinutes: rules?.newsMinutes ?? null,
    newsTimesMs: (rules?.newsTimes ?? []).map((time) => Date.parse(time)),
    countFromDay: rules?.countFrom ?? null,
  };
}

function rulesOf(journal: LoadedJournal, { account, dayNow }: RulesTask): JournalResponses['rules'] {
  const trades = journal.closed.filter(
    (trade) => trade.account === account.account && trade.currency === account.currency,
  );
  const settings = settingsOf(account);
  const chance = breachChance(trades, settings, seedOfTrades(journal.userId, trades));
  return {
    rules: replayRules(trades, settings, dayNow).map(ruleResponse),
    breachChance: chance && { value: chance.value, ci95: [...chance.ci95], days: chance.days },
  };
}

function insightsOf(journal: LoadedJournal, task: InsightsTask): JournalResponses['insights'] {
  const positions = mainPositions(journal);
  return generateInsights(positions, {
    seed: seedOfTrades(journal.userId, positions),
    context: task.contexts,
    dailyStopMicros: amount(task.dailyStop),
    previous: task.previous,
  });
}

function recordedPositions(
  journal: LoadedJournal,
  { recorded }: PositionsTask,
): JournalResponses['positions'] {
  const spans = new Map(recorded.map((span) => [span.root, span]));
  return mainPositions(journal).flatMap((position) => {
    const { id, root, side, entryMs, exitMs, exitPrice, quantity, pointValue } = position;
    const span = spans.get(root);
    if (span === undefined || entryMs === null || entryMs < span.fromMs || entryMs > span.toMs) return [];
    return [{ id, root, side, entryMs, exitMs, exitPrice, quantity, pointValue }];
  });
}

export function computeTask(
  journal: LoadedJournal,
  task: JournalTask,
): JournalResponses[keyof JournalResponses] {
  switch (task.kind) {
    case 'analysis':
      return analysisResponse(journal);
    case 'statistics':
      return statisticsResponse(journal, task);
    case 'rules':
      return rulesOf(journal, task);
    case 'insights':
      return insightsOf(journal, task);
    case 'context':
      return contextResponse(journal, task.contexts);
    case 'positions':
      return recordedPositions(journal, task);
  }
}
