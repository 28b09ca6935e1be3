/** One insight: what was found, its basis, what to try, and what its reader did with it. */
import type { InsightDto } from '@undertow/contracts';
import { type ReactNode, useId } from 'react';
import { useMarkInsightImplemented, useMarkInsightRead } from '#api/journal/insights.ts';
import { countOf, unbroken } from '#lib/format/formats.ts';
import { Button } from '#ui/controls/button.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { toastError } from '#ui/overlays/toast-state.ts';
import { Tooltip } from '#ui/overlays/tooltip.tsx';
import { IntervalPlot } from '#ui/plots/interval-plot.tsx';
import {
  badgeOf,
  CONFIDENCE_MEANING,
  effectPlaces,
  effectText,
  Q_MEANING,
  qWords,
  sampleText,
  sightingWords,
  stateWords,
} from './insight-words.ts';

interface InsightProps {
  readonly insight: InsightDto;
}

function EffectLine({ insight }: InsightProps): ReactNode {
  const places = effectPlaces(insight);
  if (places === null) return null;
  const { value, interval, mark, markText, bounds } = places;
  return (
    <IntervalPlot
      label={`${effectText(insight)}; ${markText}`}
      value={value}
      interval={interval}
      bounds={bounds}
      mark={mark}
      markText={markText}
      muted={insight.standing !== 'proven'}
    />
  );
}

/** The basis of an insight: its effect on a line with the interval, the sample, and how sure one may be. */
function Explained({ word, meaning }: { readonly word: string; readonly meaning: string }): ReactNode {
  return (
    <Tooltip text={meaning}>
      <button type="button" className="explained" aria-label={`${word}. ${meaning}`}>
        {word}
      </button>
    </Tooltip>
  );
}

/** Effect, sample, confidence and q; a finding that is only counted has a sample alone. */
function InsightFigure({ insight }: InsightProps): ReactNode {
  const { standing, confidence, restsOnOneTrade, effect } = insight;
  const isTested = insight.p !== null;
  const q = qWords(insight);
  const sighting = sightingWords(insight);
  const isJudged = isTested && standing !== 'not-enough-data';
  if (effect === null) return null;
  return (
    <>
      {isTested ? <EffectLine insight={insight} /> : null}
      <p className="insight-facts">
        <span>{sampleText(insight)}</span>
        {isJudged ? <Explained word={`${confidence}% confidence`} meaning={CONFIDENCE_MEANING} /> : null}
        {q === null ? null : <Explained word={q} meaning={Q_MEANING} />}
        {sighting === null ? null : <Badge tone={insight.seenAgain ? 'ok' : 'plain'}>{sighting}</Badge>}
        {restsOnOneTrade ? <Badge tone="warn">Depends on one trade</Badge> : null}
      </p>
    </>
  );
}

export interface InsightItemProps {
  readonly insight: InsightDto;
  readonly onShowTrades: (insight: InsightDto) => void;
}

const onError = (error: unknown): void => toastError(error, 'Not marked');

/** Read first; implemented is offered only once read. */
function MarkButton({ insight }: Pick<InsightItemProps, 'insight'>): ReactNode {
  const read = useMarkInsightRead();
  const implemented = useMarkInsightImplemented();
  const { id, isRead, isImplemented, actionable } = insight;
  if (!isRead) {
    return (
      <Button
        size="small"
        kind="ghost"
        busy={read.isPending}
        busyText="Marking..."
        onClick={() => read.mutate(id, { onError })}
      >
        Mark read
      </Button>
    );
  }
  // Where there is nothing to try there is nothing to have implemented
  if (isImplemented || actionable === '') return null;
  return (
    <Button
      size="small"
      busy={implemented.isPending}
      busyText="Marking..."
      onClick={() => implemented.mutate(id, { onError })}
    >
      Mark implemented
    </Button>
  );
}

export function InsightItem({ insight, onShowTrades }: InsightItemProps): ReactNode {
  const { title, description, actionable, settles, definition, tradeIds } = insight;
  const id = useId();
  const { word, tone } = badgeOf(insight);
  return (
    <li
      className="insight"
      data-state={insight.isImplemented ? 'implemented' : insight.isRead ? 'read' : 'unread'}
    >
      <article aria-labelledby={id}>
        <div className="flex items-center gap-2">
          <Badge tone={tone}>{word}</Badge>
          <span className="grow" />
          <span className="insight-state" role="status">
            {stateWords(insight)}
          </span>
        </div>
        <h3 id={id} className="insight-title">
          {title}
        </h3>
        <p className="mt-1 text-text-2">{unbroken(description)}</p>
        <InsightFigure insight={insight} />
        {settles === '' ? null : <p className="mt-1 text-text-2">{unbroken(settles)}</p>}
        {actionable === '' ? null : (
          <p className="insight-action">
            <b>To try.</b> {actionable}
          </p>
        )}
        <details className="insight-how">
          <summary>How this was computed</summary>
          <p>{unbroken(definition)}</p>
        </details>
        <div className="mt-1.5 flex flex-wrap items-center gap-2">
          {tradeIds.length === 0 ? null : (
            <Button size="small" onClick={() => onShowTrades(insight)}>
              Show the {tradeIds.length === 1 ? 'trade' : countOf(tradeIds.length, 'trade')}
            </Button>
          )}
          <span className="grow" />
          <MarkButton insight={insight} />
        </div>
      </article>
    </li>
  );
}
