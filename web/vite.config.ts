/** How the explorer is built: into dist/web, as files only, without anything inline, so that a strict content policy can hold. */
import preact from '@preact/preset-vite';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  // Relative, so that the explorer also works below another path of a proxy.
  base: './',
  plugins: [preact({ prefreshEnabled: false })],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/v1': 'http://127.0.0.1:8640' } },
});
