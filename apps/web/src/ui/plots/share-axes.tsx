/** Axes of a plot of share against share, 0 to 1 both ways, with the diagonal on which both are equal. */

import type { ReactNode } from 'react';
import { formatShare } from '#lib/format/formats.ts';

/** Of the drawing and its margins, in the units of its view box. */
export interface ShareFrame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const STEPS = [0, 0.2, 0.4, 0.6, 0.8, 1];

export function shareX({ width, left, right }: ShareFrame, share: number): number {
  return left + share * (width - left - right);
}

export function shareY({ height, top, bottom }: ShareFrame, share: number): number {
  return top + (1 - share) * (height - top - bottom);
}

export function ShareAxes({ frame }: { readonly frame: ShareFrame }): ReactNode {
  const x = (share: number) => shareX(frame, share);
  const y = (share: number) => shareY(frame, share);
  return (
    <g className="share-axes">
      {STEPS.map((step) => (
        <g key={step}>
          <line x1={x(0)} x2={x(1)} y1={y(step)} y2={y(step)} />
          <text x={frame.left - 6} y={y(step) + 4} textAnchor="end">
            {formatShare(step)}
          </text>
          <text x={x(step)} y={frame.height - frame.bottom + 16} textAnchor="middle">
            {formatShare(step)}
          </text>
        </g>
      ))}
      <line className="share-diagonal" x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} />
    </g>
  );
}
