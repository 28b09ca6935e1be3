/** Build of the web application: one bundle under `dist`, with the pages behind the dashboard in chunks of their own. */
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { noticesPlugin } from './notices-plugin.ts';
import { precompress } from './precompress.ts';
import { preloadFonts } from './preload-fonts.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export default defineConfig({
  plugins: [react(), tailwindcss(), noticesPlugin(root), preloadFonts(), precompress()],
  build: { target: 'es2023', sourcemap: false, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
});
