/** The four figures of the journal. */
import type { ReactNode } from 'react';
import { useTradeAnalysis } from '#api/journal/trades.ts';
import { QueryState } from '#ui/layout/blocks.tsx';
import { type SummaryFigure, summaryFigures, summaryNote } from './summary-words.ts';

const WAITING: readonly SummaryFigure[] = ['Total Trades', 'Win Rate', 'Profit Factor', 'Max Drawdown'].map(
  (label) => ({ label, value: null, line: '', tone: 'plain' }),
);

function FigureCard({ figure }: { readonly figure: SummaryFigure }): ReactNode {
  return (
    <div className="card figure-card">
      <dt className="cap">{figure.label}</dt>
      <dd className="figure" data-tone={figure.tone}>
        {figure.value ?? <span className="text-text-3">–</span>}
      </dd>
      <dd className="figure-line">{figure.line}</dd>
    </div>
  );
}

export function SummaryCards(): ReactNode {
  const query = useTradeAnalysis();
  const { data, error } = query;
  if (error !== null) {
    return (
      <section className="card" aria-label="Summary">
        <QueryState query={query} failed="The figures could not be loaded" note="Your trades are kept." />
      </section>
    );
  }
  const figures = data === undefined ? WAITING : summaryFigures(data, new Date().getFullYear());
  return (
    <section aria-label="Summary" aria-busy={data === undefined}>
      <dl className="figure-cards">
        {figures.map((figure) => (
          <FigureCard key={figure.label} figure={figure} />
        ))}
      </dl>
    </section>
  );
}

/** What the figures count: one line beside the title. */
export function SummaryNote(): ReactNode {
  const { data } = useTradeAnalysis();
  return data === undefined ? null : <span className="text-text-3 max-md:hidden">{summaryNote(data)}</span>;
}
