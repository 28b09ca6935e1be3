/** Buttons, and links that look like them. */
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link } from 'wouter';
import { Icon } from '#ui/marks/icon.tsx';

export type ButtonKind = 'normal' | 'primary' | 'ghost' | 'quiet' | 'danger';
export type ButtonSize = 'small' | 'normal' | 'large' | 'icon';

interface Look {
  readonly kind?: ButtonKind;
  readonly size?: ButtonSize;
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, Look {
  /** The word shown while the action runs; the button is then off and keeps its width. */
  readonly busyText?: string | undefined;
  readonly busy?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Button({
  kind = 'normal',
  size = 'normal',
  busy = false,
  busyText,
  className = '',
  children,
  disabled,
  ...rest
}: ButtonProps): ReactNode {
  return (
    <button
      type="button"
      {...rest}
      className={`btn ${className}`}
      data-kind={kind}
      data-size={size}
      disabled={disabled === true || busy}
      aria-busy={busy || undefined}
    >
      {busy ? (
        <span className="spin">
          <Icon name="refresh" size={14} />
        </span>
      ) : null}
      {busy ? (busyText ?? children) : children}
    </button>
  );
}

export interface ButtonLinkProps extends Look {
  readonly href: string;
  readonly className?: string;
  readonly children: ReactNode;
  readonly onClick?: () => void;
}

/** A link inside the application. */
export function ButtonLink({
  kind = 'normal',
  size = 'normal',
  className = '',
  ...rest
}: ButtonLinkProps): ReactNode {
  return <Link {...rest} className={`btn ${className}`} data-kind={kind} data-size={size} />;
}

/** A link that leaves the application for the server (sign-in, sign-out). */
export function ServerLink({
  kind = 'normal',
  size = 'normal',
  className = '',
  children,
  ...rest
}: ButtonLinkProps): ReactNode {
  return (
    <a {...rest} className={`btn ${className}`} data-kind={kind} data-size={size}>
      {children}
    </a>
  );
}
