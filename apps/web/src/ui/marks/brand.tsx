/** The symbol: a current that goes out on top and returns below; and the word beside it. */
import type { ReactNode } from 'react';

export function BrandSymbol({ size = 20 }: { readonly size?: number }): ReactNode {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      strokeWidth="3.2"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M3 6.6h11.6a5.2 5.2 0 0 1 0 10.4" stroke="currentColor" />
      <path d="M14.6 17H7.5" stroke="var(--accent)" />
    </svg>
  );
}

export function BrandMark({ size = 20 }: { readonly size?: number }): ReactNode {
  return (
    <span className="flex items-center text-text" style={{ gap: size / 2 }}>
      <BrandSymbol size={size} />
      <span className="font-semibold tracking-[-0.02em]" style={{ fontSize: size * 0.75 }}>
        Undertow
      </span>
    </span>
  );
}
