/** The operator's settings for the web application: written into the shell once, at start. */

export interface ShellChoices {
  /** The landing page at `/` where the address names none. */
  readonly landing: 'professional' | 'bold';
  /** Whether the developer pages are enabled. */
  readonly developerPages: boolean;
}

function withMeta(shell: string, name: string, content: string): string {
  return shell.replace(new RegExp(`(<meta name="${name}" content=")[a-z]*(")`), `$1${content}$2`);
}

/** The shell with the operator's settings in it; a shell without the placeholders is returned unchanged. */
export function withChoices(shell: string | null, { landing, developerPages }: ShellChoices): string | null {
  if (shell === null) return null;
  return withMeta(withMeta(shell, 'landing', landing), 'developer-pages', developerPages ? 'on' : 'off');
}
