/** Four ways the book plays a trader: each with a drawing, what is marked, and on its last line how certain that is. */
import type { FlowEventType } from '@undertow/market';
import type { ReactNode } from 'react';
import { ClaimText } from '#features/marketing/claims/claim-text.tsx';
import { claim, type ShownClaimId } from '#features/marketing/claims/claims.ts';
import { Section } from '#features/marketing/frame/section.tsx';
import { EVENT_LOOKS } from '#lib/words/event-looks.ts';
import { Glyph } from '#ui/marks/glyph.tsx';

const WIDTH = 560;
const HEIGHT = 200;
const LEVEL_Y = 64;

type Drawn = Extract<FlowEventType, 'stop_run' | 'iceberg' | 'spoofing' | 'resistance'>;

/** Corners of the price path, left to right. */
const PATHS: Readonly<Record<Drawn, string>> = {
  stop_run:
    '20,156 64,128 110,112 150,84 172,74 200,118 226,124 262,82 286,72 318,110 344,100 372,78 392,44 410,30 424,34 438,70 452,108 488,142 540,170',
  iceberg:
    '20,40 60,66 92,120 124,146 150,150 182,140 206,150 240,146 266,150 300,138 330,150 362,148 396,150 430,128 470,90 540,48',
  spoofing: '20,172 70,166 120,158 170,146 220,130 270,112 320,98 352,90 396,72 440,44 490,32 540,20',
  resistance:
    '20,170 70,146 118,90 140,82 176,126 214,92 238,72 262,48 290,52 312,44 336,56 360,92 398,126 440,112 490,150 540,180',
};

const SLICES = 9;

function Marks({ type, colour }: { readonly type: Drawn; readonly colour: string }): ReactNode {
  if (type === 'iceberg') {
    return (
      <g fill={colour}>
        {Array.from({ length: SLICES }, (_, at) => (
          <rect
            key={at}
            x={130 + at * 31}
            y={160}
            width="24"
            height={at % 3 === 0 ? 26 : 20}
            opacity="0.55"
          />
        ))}
      </g>
    );
  }
  if (type === 'spoofing') {
    return (
      <rect
        x="120"
        y={LEVEL_Y - 22}
        width="232"
        height="36"
        fill={colour}
        fillOpacity="0.22"
        stroke={colour}
        strokeDasharray="4 3"
      />
    );
  }
  const isRun = type === 'stop_run';
  return (
    <>
      <line x1="20" x2="540" y1={LEVEL_Y} y2={LEVEL_Y} stroke={colour} strokeDasharray="5 4" />
      {isRun ? (
        <g fill={colour}>
          {[6, 12, 26, 40, 36, 22, 10, 5].map((height, at) => (
            <rect key={height} x={384 + at * 7} y={HEIGHT - 8 - height} width="5" height={height} />
          ))}
        </g>
      ) : (
        <rect x="240" y="36" width="300" height={LEVEL_Y - 36} fill={colour} fillOpacity="0.24" />
      )}
    </>
  );
}

/** Drawings of the four patterns of the bold page: shapes to explain with, no market and no figures. */
function BoldDrawing({ type }: { readonly type: FlowEventType }): ReactNode {
  if (!(type in PATHS)) return null;
  const drawn = type as Drawn;
  return (
    <svg className="bold-drawing" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      <Marks type={drawn} colour={`var(${EVENT_LOOKS[type].colour})`} />
      <polyline
        points={PATHS[drawn]}
        fill="none"
        stroke="var(--text)"
        strokeWidth="1.8"
        strokeLinejoin="round"
      />
      <text x="20" y="22">
        Drawing, no market data
      </text>
    </svg>
  );
}

interface CardFacts {
  readonly title: string;
  readonly look: FlowEventType;
  readonly text: ShownClaimId;
  readonly certainty: ShownClaimId;
}

const CARDS: readonly CardFacts[] = [
  { title: 'Stop hunts', look: 'stop_run', text: 'bold-stops', certainty: 'event-stop_run' },
  { title: 'Iceberg orders', look: 'iceberg', text: 'bold-icebergs', certainty: 'event-iceberg' },
  {
    title: 'Spoofing-like orders',
    look: 'spoofing',
    text: 'bold-spoofing',
    certainty: 'event-spoofing',
  },
  { title: 'Retail trap zones', look: 'resistance', text: 'bold-traps', certainty: 'trap-probability' },
];

export function BoldCards(): ReactNode {
  return (
    <Section id="features" title="Four ways the book plays you" text={claim('bold-four').text}>
      <ul className="bold-cards">
        {CARDS.map(({ title, look, text, certainty }) => (
          <li key={look} className="card">
            <BoldDrawing type={look} />
            <div className="p-5">
              <h3 className="t-20 flex items-center gap-2.5">
                <Glyph look={EVENT_LOOKS[look]} size={20} decorative />
                {title}
              </h3>
              <p className="bold-text">
                <ClaimText id={text} />
              </p>
              <p className="bold-certainty">
                <ClaimText id={certainty} />
              </p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}
