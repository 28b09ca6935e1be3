/**
 * The report of a file before it is saved: what was read, what it adds up to, what was assumed, left out and refused.
 */
import type { Assumption, ImportReport } from '@undertow/journal';
import type { ReactNode } from 'react';
import type { FilePreview } from '#features/trades/import/file-preview.ts';
import { countOf, formatAmount, formatSize, listWords } from '#lib/format/formats.ts';
import { formatDateTime } from '#lib/format/times.ts';
import { Note } from '#ui/layout/note.tsx';

function timeText(instant: string | null, zone: string): string {
  return instant === null ? '–' : formatDateTime(Date.parse(instant), zone);
}

function sizeText(count: number | null): string {
  return count === null ? '–' : formatSize(count);
}

/** Label and value of each figure of the report. */
export function reportFigures(
  report: ImportReport,
  counts: {
    readonly fresh: number | null;
    readonly duplicates: number | null;
    readonly rejected: number;
  },
  zone: string,
): readonly (readonly [label: string, value: string])[] {
  const { currency } = report;
  const money = (amount: string | null): string => formatAmount(amount, currency, { signed: true });
  return [
    ['Rows read', formatSize(report.rowsRead)],
    ['Closed trades', formatSize(report.trades)],
    ['Open positions', formatSize(report.open)],
    ['New', sizeText(counts.fresh)],
    ['In the journal already', sizeText(counts.duplicates)],
    ['Rejected', formatSize(counts.rejected)],
    ['Won, lost, even', [report.wins, report.losses, report.zero].map(formatSize).join(', ')],
    ['Gross', money(report.gross)],
    ['Costs', formatAmount(report.costs, currency)],
    ['Net', money(report.net)],
    ['First entry', timeText(report.first, zone)],
    ['Last exit', timeText(report.last, zone)],
  ];
}

/** Whether ours is the total that the file prints; null where it prints none. */
export function totalText({ fileTotal, currency }: ImportReport): string | null {
  if (fileTotal === null) return null;
  const own = formatAmount(fileTotal.net, currency, { signed: true });
  return fileTotal.matches
    ? `Matches the file’s total of ${own}.`
    : `The file’s own total is ${own}: ${formatAmount(fileTotal.difference, currency, { signed: true })} from ours. Rows may be missing, or costs that the file does not list.`;
}

/** `Lines 4, 9 and 12`, with the rest counted. */
function linesText(lines: readonly number[], count: number): string {
  const rest = count - lines.length;
  const named = lines.map(String);
  const words = rest > 0 ? [...named, `${formatSize(rest)} more`] : named;
  return `${count === 1 ? 'line' : 'lines'} ${listWords(words)}`;
}

function Rejections({ preview }: { readonly preview: FilePreview }): ReactNode {
  const { rejected } = preview.report;
  if (rejected.length === 0) return null;
  const rest = preview.rejectedCount - rejected.length;
  return (
    <details className="report-part" open={rejected.length <= 5}>
      <summary>{countOf(preview.rejectedCount, 'row')} rejected and not imported</summary>
      <ul className="report-list">
        {rejected.map(({ line, reason, text }) => (
          <li key={`${line} ${reason}`}>
            Line {line}: {reason} <code className="row-text">{text}</code>
          </li>
        ))}
        {rest > 0 ? <li>{countOf(rest, 'further row')}</li> : null}
      </ul>
    </details>
  );
}

function Skipped({ report }: { readonly report: ImportReport }): ReactNode {
  if (report.skipped.length === 0) return null;
  const count = report.skipped.reduce((sum, one) => sum + one.count, 0);
  return (
    <details className="report-part">
      <summary>{countOf(count, 'row')} skipped: not trades</summary>
      <ul className="report-list">
        {report.skipped.map(({ reason, count: rows, lines }) => (
          <li key={reason}>
            {reason}: {formatSize(rows)} ({linesText(lines, rows)})
          </li>
        ))}
      </ul>
    </details>
  );
}

function Assumptions({ assumptions }: { readonly assumptions: readonly Assumption[] }): ReactNode {
  if (assumptions.length === 0) return null;
  return (
    <details className="report-part" open>
      <summary>{countOf(assumptions.length, 'assumption')}: the controls above change them</summary>
      <ul className="report-list">
        {assumptions.map(({ field, subject, text }) => (
          <li key={`${field} ${subject}`}>{text}</li>
        ))}
      </ul>
    </details>
  );
}

export interface ImportReportProps {
  readonly preview: FilePreview;
  readonly fresh: number | null;
  readonly duplicates: number | null;
  readonly zone: string;
}

export function ImportReportBlock({ preview, fresh, duplicates, zone }: ImportReportProps): ReactNode {
  const { report } = preview;
  const total = totalText(report);
  const counts = { fresh, duplicates, rejected: preview.rejectedCount };
  return (
    <div className="import-report">
      <dl className="report-figures">
        {reportFigures(report, counts, zone).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {total === null ? null : report.fileTotal?.matches === true ? (
        <p className="text-ok">{total}</p>
      ) : (
        <Note tone="warn" icon="warning">
          {total}
        </Note>
      )}
      {report.warnings.map((warning) => (
        <Note key={warning} tone="warn" icon="warning">
          {warning}
        </Note>
      ))}
      <Assumptions assumptions={report.assumptions} />
      <Rejections preview={preview} />
      <Skipped report={report} />
    </div>
  );
}
