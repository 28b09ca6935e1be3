/** The product in a frame of fixed size: the live chart on a simulated market, fetched when the page has been shown. */
import './product-frame.css';
import { lazy, type ReactNode, type RefObject, Suspense, useEffect, useRef, useState } from 'react';
import { useMedia } from '#lib/use-media.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';

const LandingChart = lazy(() =>
  import('./landing-chart.tsx').then((file) => ({ default: file.LandingChart })),
);

/** Said wherever the landing chart stands. */
const SIMULATED_NOTE = "simulated market; the marks are the simulator's own labels";

/** True once the page is loaded and the frame is near what can be seen: the chart's script never delays the first view. */
function useIsWanted(): { readonly frame: RefObject<HTMLElement | null>; readonly isWanted: boolean } {
  const frame = useRef<HTMLElement>(null);
  const [isWanted, setWanted] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (element === null || isWanted) return;
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === true) setWanted(true);
    });
    const watch = (): void => observer.observe(element);
    if (document.readyState === 'complete') watch();
    else window.addEventListener('load', watch, { once: true });
    return () => {
      window.removeEventListener('load', watch);
      observer.disconnect();
    };
  }, [isWanted]);
  return { frame, isWanted };
}

/** `compact`: the chart alone, without the book. */
export function ProductFrame({ compact = false }: { readonly compact?: boolean }): ReactNode {
  const { frame, isWanted } = useIsWanted();
  const prefersStill = useMedia('(prefers-reduced-motion: reduce)');
  const [choice, setChoice] = useState<boolean | null>(null);
  const isPlaying = choice ?? !prefersStill;
  return (
    <figure
      ref={frame}
      className="product-frame"
      data-compact={compact}
      aria-label="The chart of the product on a simulated market"
    >
      <div className="product-head">
        <b>ES</b>
        <span className="text-text-3 max-md:hidden">E-mini S&amp;P 500</span>
        <span className="grow" />
        <Badge tone="warn">SIMULATED</Badge>
        <Button size="small" onClick={() => setChoice(!isPlaying)}>
          {isPlaying ? 'Pause' : 'Play'}
        </Button>
      </div>
      <div className="product-body">
        {isWanted ? (
          <Suspense fallback={null}>
            <LandingChart isPlaying={isPlaying} />
          </Suspense>
        ) : null}
      </div>
      <figcaption className="product-note">{SIMULATED_NOTE}</figcaption>
    </figure>
  );
}
