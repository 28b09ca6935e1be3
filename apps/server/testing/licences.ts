/** A market that needs no licence, for gates of tests. */
import type { Licences } from '#ports/controls.ts';

export const NO_LICENCES: Pick<Licences, 'licenceTerms' | 'onChange'> = {
  licenceTerms: () => null,
  onChange: () => () => undefined,
};
