/**
 * Build of the web application: one bundle under `dist`, with the pages behind the dashboard in chunks of their own.
 */
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { noticesPlugin } from './notices-plugin.ts';
import { precompress } from './precompress.ts';
import { preloadFonts } from './preload-fonts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * What every page needs comes in one file, and what the signed-in pages share in a second one: left to itself the bundler makes
 * dozens of small ones, each a request before the first paint. Pages and their features stay apart.
 */
const BASE =
  /node_modules\/(?:react|react-dom|scheduler|wouter|regexparam|@tanstack|zod)\/|packages\/market\/src\/(?:events\/(?:event-types|flow-event|market-event)|(?:instruments\/(?!drawn-line|trading-clock)|time\/)[\w-]+)\.ts|packages\/contracts\/src\/(?:[\w-]+\/)*(?:auth|company|page-messages|pages|plan-prices|plans|primitives|registration|risk-line|route|track-record)\.ts|apps\/web\/src\/(?:api\/\w+\/(?:api-error|auth|call|company|query-client|registration|site-state|track-record)\.ts|lib\/\w+\/(?:tab-claims|company-words|developer-pages|payment-document|notice-looks|feed-limits|event-looks|formats|kept-registration|key-target|linear-scale|observable|pending-plan|readable-error|surface|theme|times|tone|until-loaded|use-media|use-title|words)\.tsx?|ui\/\w+\/(?:badge|blocks|brand|button|glyph|icon|spinner|toast-state)\b)/;
const SIGNED_IN =
  /packages\/contracts\/src\/(?!(?:[\w-]+\/)*(?:legal\/|admin|trade|insights|journal\/))|apps\/web\/src\/(?:api\/(?!admin\/|journal\/|site\/recovery)|lib\/(?!address\/admin|format\/bytes|words\/experience))/;

/** What others share with the chart stays in its file: smaller ones compress less, and public pages show the chart. */
const CHART =
  /apps\/web\/src\/(?:features\/demo\/demo-run|chart\/(?:create-chart|chart-|event-walk|paint\/paint-|scene\/|geometry\/(?:frame|chart-layout|price-range)))/;

export default defineConfig({
  plugins: [react(), tailwindcss(), noticesPlugin(root), preloadFonts(), precompress()],
  build: {
    target: 'es2023',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE, priority: 2 },
            { name: 'signed-in', test: SIGNED_IN, priority: 1 },
            { name: 'create-chart', test: CHART, priority: 1 },
          ],
        },
      },
    },
  },
});
