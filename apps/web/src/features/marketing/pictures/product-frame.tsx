/**
 * The product in a frame of fixed size: a poster, then the chart on a recorded session, fetched when the page has
 * loaded.
 */
import './product-frame.css';
import {
  type ComponentType,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useMedia } from '#lib/hooks/use-media.ts';
import { Button } from '#ui/controls/button.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import posterDark from './shots/poster-dark.webp';
import posterLight from './shots/poster-light.webp';

/** Shown under every landing chart. */
const SIMULATED_NOTE = 'recorded session of the simulated market; the marks are what the detectors found';

/** Whether the frame is in view, watched from the end of loading on: the chart's script never delays the first view. */
function useIsSeen(): { readonly frame: RefObject<HTMLElement | null>; readonly isSeen: boolean } {
  const frame = useRef<HTMLElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting === true));
    const watch = (): void => observer.observe(element);
    if (document.readyState === 'complete') watch();
    else window.addEventListener('load', watch, { once: true });
    return () => {
      window.removeEventListener('load', watch);
      observer.disconnect();
    };
  }, []);
  return { frame, isSeen };
}

/** A hidden lazy picture is never fetched: of the two only the one of the theme. */
function Poster(): ReactNode {
  const both = { loading: 'lazy', decoding: 'async', className: 'product-poster' } as const;
  return (
    <>
      <img {...both} alt="" src={posterLight} data-theme="light" />
      <img {...both} alt="" src={posterDark} data-theme="dark" />
    </>
  );
}

export interface FramedChartProps {
  /** False pauses the session. */
  readonly isPlaying: boolean;
  /** Covers the chart until its first picture. */
  readonly poster: ReactNode;
}

export interface ProductFrameProps {
  /** Lazy: rendered from the moment the frame is in view. */
  readonly chart: ComponentType<FramedChartProps>;
  /** The chart alone, without the book. */
  readonly compact?: boolean;
}

export function ProductFrame({ chart: Chart, compact = false }: ProductFrameProps): ReactNode {
  const { frame, isSeen } = useIsSeen();
  const [wasSeen, setWasSeen] = useState(false);
  if (isSeen && !wasSeen) setWasSeen(true);
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
        {wasSeen ? (
          <Suspense fallback={<Poster />}>
            <Chart isPlaying={isPlaying && isSeen} poster={<Poster />} />
          </Suspense>
        ) : (
          <Poster />
        )}
      </div>
      <figcaption className="product-note">{SIMULATED_NOTE}</figcaption>
    </figure>
  );
}
