/** The order-flow workspace on a recorded stretch: footprint, depth over time, ladder and tape, linked by instant and price. */
import '#features/flow/parts/flow.css';
import './demo-workspace.css';
import { formatPrice, type RecordedFinding, SECOND_MS } from '@undertow/market';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { formatConfidence } from '#lib/format/formats.ts';
import { formatClock } from '#lib/format/times.ts';
import { PHONE, useMedia } from '#lib/hooks/use-media.ts';
import { Observable } from '#lib/state/observable.ts';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { Segmented } from '#ui/controls/segmented.tsx';
import { QueryState, SkeletonRows } from '#ui/layout/blocks.tsx';
import { Glyph } from '#ui/marks/glyph.tsx';
import type { LinkPoint, PaneLink } from '#workspace/links/link-bus.ts';
import { type SharedPoint, useSharedPoint } from '#workspace/links/use-shared-point.ts';
import { DemoDepth } from './demo-depth.tsx';
import { DemoFootprint, IMBALANCE_RULE } from './demo-footprint.tsx';
import { DemoLadder } from './demo-ladder.tsx';
import { DemoPane } from './demo-pane.tsx';
import { DemoTape, LEAST_SIZE } from './demo-tape.tsx';
import { type Excerpt, useExcerpt } from './excerpt.ts';
import { type DemoPaneParts, PANES, type PaneName } from './pane-parts.ts';
import { usePlayedExcerpt } from './use-played-excerpt.ts';

const CONTENT: Readonly<Record<PaneName, ComponentType<DemoPaneParts>>> = {
  Footprint: DemoFootprint,
  Depth: DemoDepth,
  Ladder: DemoLadder,
  Tape: DemoTape,
};

const FACTS: Readonly<Record<PaneName, ReactNode>> = {
  Footprint: `1 minute, bid × ask, imbalance ${IMBALANCE_RULE.ratioPercent}% from ${IMBALANCE_RULE.minSize}`,
  Depth: 'resting size per price and second, executions by aggressor',
  Ladder: (
    <>
      5 s: <b className="font-medium text-accent">+ stacked</b>{' '}
      <b className="font-medium text-warn">− pulled</b>, traded in this minute
    </>
  ),
  Tape: `orders from ${LEAST_SIZE}`,
};

interface FindingLineProps {
  readonly excerpt: Excerpt;
  readonly finding: RecordedFinding | null;
  readonly nowMs: number;
  readonly toggle: ReactNode;
}

/** The chosen finding in the detector's own words, or the newest one. */
function FindingLine({ excerpt, finding, nowMs, toggle }: FindingLineProps): ReactNode {
  return (
    <section className="demo-banner demo-finding" aria-label="Detected">
      {finding === null ? (
        <p className="grow text-text-2">Nothing was detected yet.</p>
      ) : (
        <>
          <Glyph look={EVENT_LOOKS[finding.type]} size={20} decorative />
          <p className="grow">
            <b className="font-semibold">{EVENT_LOOKS[finding.type].name}</b>{' '}
            <span className="text-text-2">
              {finding.confidence === null
                ? 'experimental'
                : formatConfidence(finding.confidence, finding.exact)}
              , {formatPrice(excerpt.instrument, finding.priceTicks)}, {formatClock(finding.knownMs)}.{' '}
              {finding.description}
              {finding.endedMs === null ? '.' : `. Withdrawn at ${formatClock(finding.endedMs)}.`}
            </span>
          </p>
        </>
      )}
      <p className="demo-turn">{formatClock(nowMs)}</p>
      {toggle}
    </section>
  );
}

type ContentProps = Omit<DemoPaneParts, keyof SharedPoint> & {
  readonly name: PaneName;
  readonly point: PaneLink['point'];
};

function LinkedContent({ name, point, ...parts }: ContentProps): ReactNode {
  const Content = CONTENT[name];
  return <Content {...parts} {...useSharedPoint(point, name)} />;
}

interface StageProps {
  readonly excerpt: Excerpt;
  readonly isPlaying: boolean;
  /** The button that plays and pauses. */
  readonly toggle: ReactNode;
}

function Stage({ excerpt, isPlaying, toggle }: StageProps): ReactNode {
  const { player, round } = usePlayedExcerpt(excerpt, isPlaying);
  const [findings, setFindings] = useState(() => player.findings());
  const [nowMs, setNowMs] = useState(player.nowMs);
  const [chosenId, setChosenId] = useState<string | null>(null);
  const [point] = useState(() => new Observable<LinkPoint | null>(null));
  const isPhone = useMedia(PHONE);
  const [shown, setShown] = useState<PaneName>('Footprint');
  useEffect(() => {
    setChosenId(null);
    return player.listen({
      onClock(playedMs) {
        setNowMs(Math.floor(playedMs / SECOND_MS) * SECOND_MS);
        const now = player.findings();
        // An equal list keeps its identity: panes draw anew on another one
        setFindings((before) => (areEqual(before, now) ? before : now));
      },
    });
  }, [player]);
  const panes = isPhone ? [shown] : PANES;
  const finding = findings.find(({ id }) => id === chosenId) ?? findings[0] ?? null;
  return (
    <>
      <FindingLine excerpt={excerpt} finding={finding} nowMs={nowMs} toggle={toggle} />
      {isPhone ? (
        <Segmented
          label="Pane"
          className="demo-pane-picker"
          value={shown}
          options={PANES.map((name) => ({ value: name, label: name }))}
          onChange={setShown}
        />
      ) : null}
      <div className="demo-panes" data-round={round} data-testid="demo-workspace">
        {panes.map((name) => (
          <DemoPane key={`${name} ${round}`} name={name} facts={FACTS[name]}>
            {(size) => (
              <LinkedContent
                name={name}
                point={point}
                player={player}
                findings={findings}
                nowMs={nowMs}
                chosenId={chosenId}
                size={size}
                onEvent={setChosenId}
              />
            )}
          </DemoPane>
        ))}
      </div>
    </>
  );
}

function areEqual(one: readonly RecordedFinding[], other: readonly RecordedFinding[]): boolean {
  return one.length === other.length && one.every((finding, at) => finding === other[at]);
}

export function DemoWorkspace({ isPlaying, toggle }: Omit<StageProps, 'excerpt'>): ReactNode {
  const excerpt = useExcerpt();
  if (excerpt.error !== null)
    return <QueryState query={excerpt} failed="The recorded market could not be loaded" />;
  if (excerpt.data === undefined) return <SkeletonRows rows={18} height={14} />;
  return <Stage excerpt={excerpt.data} isPlaying={isPlaying} toggle={toggle} />;
}
