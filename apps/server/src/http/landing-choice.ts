/** Which landing page the web application opens at `/`: written into the shell once, at start. */

export type Landing = 'professional' | 'bold';

const META = /(<meta name="landing" content=")[a-z]*(")/;

/** The shell with the operator's choice in it; a shell without the place for it stays as it is. */
export function withLanding(shell: string | null, landing: Landing): string | null {
  return shell === null ? null : shell.replace(META, `$1${landing}$2`);
}
