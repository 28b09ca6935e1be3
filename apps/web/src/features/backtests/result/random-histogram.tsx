/** How random entries did: sets by their mean net R, with the rule marked among them. */
import type { BacktestResultDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { signedText } from '#features/backtests/words/estimate-words.ts';
import { countOf, formatSize } from '#lib/format/formats.ts';
import { marksOf, shareOf } from '#lib/format/linear-scale.ts';

const BOX = { width: 430, height: 118, left: 10, right: 10, top: 22, floor: 84 } as const;

export interface RandomHistogramProps {
  readonly baseLine: NonNullable<BacktestResultDto['baseLine']>;
  /** Mean net R of the rule. */
  readonly value: number;
}

export function RandomHistogram({ baseLine, value }: RandomHistogramProps): ReactNode {
  const { histogram, sets, asGood } = baseLine;
  const { fromR, stepR, counts } = histogram;
  const toR = fromR + stepR * counts.length;
  const bounds = { low: Math.min(fromR, value), high: Math.max(toR, value) };
  const most = Math.max(1, ...counts);
  const xOf = (r: number): number => BOX.left + shareOf(r, bounds) * (BOX.width - BOX.left - BOX.right);
  const at = xOf(value);
  const isRight = at > BOX.width * 0.6;
  return (
    <svg
      className="plot bt-histogram"
      viewBox={`0 0 ${BOX.width} ${BOX.height}`}
      role="img"
      aria-label={`Mean net result a trade of ${formatSize(sets)} random sets; this rule made ${signedText(value)} R, ${countOf(asGood, 'set')} did as well or better.`}
    >
      {counts.map((count, bin) => {
        const low = fromR + bin * stepR;
        const height = (count / most) * (BOX.floor - BOX.top);
        return (
          <rect
            key={low}
            className="bt-bin"
            data-better={low + stepR / 2 >= value}
            x={xOf(low) + 0.5}
            width={Math.max(0.5, xOf(low + stepR) - xOf(low) - 1)}
            y={BOX.floor - height}
            height={height}
          />
        );
      })}
      <line className="bt-floor" x1={BOX.left} x2={BOX.width - BOX.right} y1={BOX.floor} y2={BOX.floor} />
      {marksOf(bounds, 5).map((mark) => (
        <text key={mark} x={xOf(mark)} y={BOX.floor + 14} textAnchor="middle">
          {signedText(mark)} R
        </text>
      ))}
      <line className="bt-rule-mark" x1={at} x2={at} y1={12} y2={BOX.floor} />
      <text className="bt-strong" x={at + (isRight ? -6 : 6)} y={18} textAnchor={isRight ? 'end' : 'start'}>
        this rule {signedText(value)} R
      </text>
      <text
        x={isRight ? BOX.left : BOX.width - BOX.right}
        y={isRight ? 18 : 36}
        textAnchor={isRight ? 'start' : 'end'}
      >
        {formatSize(asGood)} of {formatSize(sets)} did as well or better
      </text>
      <text x={BOX.width / 2} y={BOX.height - 4} textAnchor="middle">
        mean net result a trade, random sets
      </text>
    </svg>
  );
}
