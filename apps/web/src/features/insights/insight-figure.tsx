/** What an insight rests on: its effect on a line with the interval, the sample, and how sure one may be. */
import type { InsightDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { Badge } from '#ui/marks/badge.tsx';
import { Tooltip } from '#ui/overlays/tooltip.tsx';
import { IntervalPlot } from '#ui/plots/interval-plot.tsx';
import {
  CONFIDENCE_MEANING,
  effectPlaces,
  effectText,
  Q_MEANING,
  qWords,
  sampleText,
  sightingWords,
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
export function InsightFigure({ insight }: InsightProps): ReactNode {
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
        {restsOnOneTrade ? <Badge tone="warn">Rests on one trade</Badge> : null}
      </p>
    </>
  );
}
