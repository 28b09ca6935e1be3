/** The ring that turns while something loads; still with reduced motion. */
import type { ReactNode } from 'react';
import { BrandSymbol } from './brand.tsx';

export function Ring({ size = 30 }: { readonly size?: number }): ReactNode {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 64 64"
      fill="none"
      strokeWidth="4"
      strokeLinecap="round"
      className="spin"
      aria-hidden="true"
    >
      <circle cx="32" cy="32" r="28" stroke="var(--line)" />
      <path d="M32 4a28 28 0 0 1 28 28" stroke="var(--accent)" />
    </svg>
  );
}

/** Covers the page while the sign-in is checked. */
export function FullPageSpinner({
  text,
  note,
}: {
  readonly text: string;
  readonly note?: string;
}): ReactNode {
  return (
    <div className="grid min-h-dvh place-items-center bg-bg" role="status">
      {/* The system's own font: ours comes meanwhile, and nothing may move when it does */}
      <div className="w-full text-center font-[system-ui]">
        <div className="relative mx-auto grid size-16 place-items-center">
          <span className="absolute inset-0">
            <Ring size={64} />
          </span>
          <BrandSymbol size={26} />
        </div>
        <p className="t-16 mt-4 font-medium">{text}</p>
        {note === undefined ? null : <p className="text-text-3">{note}</p>}
      </div>
    </div>
  );
}
