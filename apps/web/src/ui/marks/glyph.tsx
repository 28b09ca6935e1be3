/** A letter in a coloured shape: the mark of a kind. The caller gives shape and name. */
import type { ReactNode } from 'react';

export interface GlyphLook {
  readonly name: string;
  readonly letter: string;
  readonly path: string;
  readonly letterY: number;
  readonly colour: string;
  readonly letterColour: string;
  readonly ring: boolean;
}

export interface GlyphProps {
  readonly look: GlyphLook;
  readonly size?: number;
  /** True where the name is beside it in text. */
  readonly decorative?: boolean;
}

export function Glyph({ look, size = 14, decorative = false }: GlyphProps): ReactNode {
  const colour = `var(${look.colour})`;
  const shape = look.ring ? (
    <path d={look.path} fill="none" stroke={colour} strokeWidth="1.6" strokeDasharray="2.8 1.9" />
  ) : (
    <path d={look.path} fill={colour} />
  );
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      role="img"
      aria-hidden={decorative}
      aria-label={decorative ? undefined : look.name}
    >
      {shape}
      <text
        x="8"
        y={look.letterY}
        textAnchor="middle"
        fontSize="10"
        fontWeight="600"
        fill={`var(${look.letterColour})`}
      >
        {look.letter}
      </text>
    </svg>
  );
}
