/** The demo: five market conditions in turn on the chart, or the order-flow workspace, on recorded simulated markets. */
import './demo.css';
import { TRIAL_DAYS } from '@undertow/contracts';
import { type ComponentType, type ReactNode, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { loginAddress } from '#api/account/auth.ts';
import { isBusy } from '#lib/browser/key-target.ts';
import { PHONE, useMedia } from '#lib/hooks/use-media.ts';
import { DISCLAIMER, RISK_LINE } from '#lib/words/words.ts';
import { Button, ButtonLink, ServerLink } from '#ui/controls/button.tsx';
import { Segmented } from '#ui/controls/segmented.tsx';
import { SkeletonRows } from '#ui/layout/blocks.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { DemoConditions } from './demo-conditions.tsx';
import { DemoHead } from './demo-head.tsx';

const VIEWS = [
  { value: 'conditions', label: 'Market conditions' },
  { value: 'workspace', label: 'Workspace' },
] as const;
type View = (typeof VIEWS)[number]['value'];

/** The view is in the address: `/demo?view=workspace`. */
function useView(): readonly [View, (view: View) => void] {
  const [path, navigate] = useLocation();
  const view = new URLSearchParams(useSearch()).get('view') === 'workspace' ? 'workspace' : 'conditions';
  return [view, (next) => navigate(next === 'workspace' ? `${path}?view=${next}` : path)];
}

/** Space plays and pauses, unless it belongs to what has the focus. */
function useSpace(toggle: () => void): void {
  const newest = useRef(toggle);
  useEffect(() => {
    newest.current = toggle;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      const { key, target } = event;
      if (key !== ' ' || event.ctrlKey || event.metaKey || event.altKey || isBusy(target)) return;
      if (target instanceof Element && target.closest('button, a') !== null) return;
      event.preventDefault();
      newest.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

function Toggle({ isPlaying, onClick }: { isPlaying: boolean; onClick: () => void }): ReactNode {
  return (
    <Button className="demo-toggle" onClick={onClick} title="Space plays and pauses">
      <Icon name={isPlaying ? 'pause' : 'play'} size={14} />
      {isPlaying ? 'Pause' : 'Play'}
    </Button>
  );
}

function RealMarket(): ReactNode {
  return (
    <section className="demo-real-market" aria-labelledby="real-market">
      <h2 id="real-market" className="t-14 font-semibold">
        See it on the real market
      </h2>
      <p className="mt-1 text-text-2">All plans include a {TRIAL_DAYS}-day free trial. Cancel anytime.</p>
      <div className="mt-3 flex gap-2">
        <ButtonLink href="/pricing" kind="primary" className="grow">
          See plans
        </ButtonLink>
        <ServerLink href={loginAddress()}>Sign In</ServerLink>
      </div>
    </section>
  );
}

export interface DemoWorkspaceProps {
  readonly isPlaying: boolean;
  readonly toggle: ReactNode;
}

export interface DemoScreenProps {
  /** Lazy: fetched when it is chosen. */
  readonly workspace: ComponentType<DemoWorkspaceProps>;
}

export function DemoScreen({ workspace: Workspace }: DemoScreenProps): ReactNode {
  const [view, setView] = useView();
  const prefersStill = useMedia('(prefers-reduced-motion: reduce)');
  const [choice, setChoice] = useState<boolean | null>(null);
  const isPlaying = choice ?? !prefersStill;
  const toggle = (): void => setChoice(!isPlaying);
  useSpace(toggle);
  const isPhone = useMedia(PHONE);
  const button = <Toggle isPlaying={isPlaying} onClick={toggle} />;
  return (
    <div className="demo">
      <DemoHead>
        <Segmented label="View of the demo" value={view} options={VIEWS} onChange={setView} />
      </DemoHead>
      <main className="demo-main" data-view={view}>
        <h1 className="sr-only">Demo: a simulated ES market with its order flow</h1>
        {view === 'workspace' ? (
          <Suspense fallback={<SkeletonRows rows={18} height={14} />}>
            <Workspace isPlaying={isPlaying} toggle={button} />
          </Suspense>
        ) : (
          <DemoConditions isPlaying={isPlaying} isPhone={isPhone} toggle={button}>
            <RealMarket />
          </DemoConditions>
        )}
      </main>
      <footer className="demo-foot">
        <p>
          A recorded session of the simulated exchange; the events are what the product’s own detectors found
          in its messages. Patterns occur more often than in real markets. {DISCLAIMER} {RISK_LINE}
        </p>
      </footer>
    </div>
  );
}
