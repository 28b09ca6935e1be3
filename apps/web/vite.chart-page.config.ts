/** Build of the chart alone, for picture tests and the benchmark. */
import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('./src/chart-page', import.meta.url)),
  plugins: [tailwindcss()],
  publicDir: false,
  build: { target: 'es2023', assetsInlineLimit: 0, modulePreload: { polyfill: false }, emptyOutDir: true },
});
