/**
 * Preloads the fonts of the interface in the head of the shell, so that they come with the first script and not after
 * it.
 */
import type { Plugin } from 'vite';

/** Text and figures of every page; the monospaced font is rare enough to wait. */
const FONT = /ibm-plex-sans(?:-condensed)?-latin-(?:400|500|600)-normal-.*\.woff2$/;

export function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((name) => FONT.test(name))
          .toSorted()
          .map((name) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${name}` },
            injectTo: 'head' as const,
          })),
    },
  };
}
