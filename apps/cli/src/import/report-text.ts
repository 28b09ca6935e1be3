/** The report of an import as text: a table for people, one JSON object for programs. */
import type { ImportOutcome, ImportReport } from '@undertow/journal';

/** One line of JSON. Money is decimal text in `currency`; null where the file does not give it for every trade. */
export function reportLine({ report, questions }: ImportOutcome): string {
  return JSON.stringify({
    file: report.file,
    platform: report.platform,
    layout: report.layout,
    currency: report.currency,
    trades: report.trades,
    open: report.open,
    gross: report.gross,
    costs: report.costs,
    net: report.net,
    wins: report.wins,
    losses: report.losses,
    zero: report.zero,
    first: report.first,
    last: report.last,
    rejected: report.rejected,
    skipped: report.skipped,
    warnings: report.warnings,
    questions: questions.map(({ field, subject, text }) => ({ field, subject, text })),
    assumptions: report.assumptions.map(({ text }) => text),
    fileTotal: report.fileTotal,
  });
}

/** Rejected rows that are printed one by one. */
const MAX_ROWS = 20;

/** Lines of a table: name and value, then what was left out and what is doubtful. */
export function reportTable({ report, questions }: ImportOutcome): string[] {
  const more = report.rejected.length - MAX_ROWS;
  return [
    report.file,
    ...figuresOf(report).map(([name, value]) => `  ${name.padEnd(NAME_WIDTH)}${value}`),
    ...report.skipped.map(({ reason, count }) => `  skipped ${count}: ${reason}`),
    ...report.rejected.slice(0, MAX_ROWS).map(({ line, reason }) => `  line ${line} rejected: ${reason}`),
    ...(more > 0 ? [`  and ${more} more rejected`] : []),
    ...report.warnings.map((text) => `  warning: ${text}`),
    ...report.assumptions.map(({ text }) => `  assumed: ${text}`),
    ...questions.map(({ text }) => `  question: ${text}`),
  ];
}

const NAME_WIDTH = 12;

function figuresOf(report: ImportReport): (readonly [string, string])[] {
  const money = (text: string | null): string => (text === null ? 'unknown' : `${text} ${report.currency}`);
  return [
    ['platform', report.layout],
    ['trades', `${report.trades} closed, ${report.open} open`],
    ['gross', money(report.gross)],
    ['costs', money(report.costs)],
    ['net', money(report.net)],
    ['results', `${report.wins} wins, ${report.losses} losses, ${report.zero} zero`],
    ['period', `${report.first ?? 'unknown'} to ${report.last ?? 'unknown'}`],
    ['rejected', String(report.rejected.length)],
    ...totalOf(report),
  ];
}

function totalOf({ fileTotal, currency }: ImportReport): (readonly [string, string])[] {
  if (fileTotal === null) return [];
  const { net, matches, difference } = fileTotal;
  return [
    ['file says', matches ? `${net} ${currency}, as here` : `${net} ${currency}, here ${difference} more`],
  ];
}
