import path from 'node:path';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressedFiles } from './vite-compressed-files.ts';
import { earlyIcons } from './vite-early-icons.ts';
import { strictStyles } from './vite-strict-styles.ts';

/** Address where `vite dev` finds the BFF. */
const bff = process.env.PORTICO_BFF_URL ?? 'http://localhost:3000';

const isIcon = /[\\/]lucide-react[\\/]/;
const early = earlyIcons(import.meta.dirname);

/**
 * The code that every page needs, in two chunks instead of twenty. Many small chunks compress worse and wait for each
 * other. The libraries keep their hash when only the app has changed. The rest is split by screen.
 */
const chunkGroups = [
  // The texts of a language need it too, and nothing else of the app, which waits for them.
  { name: 'preload', test: /vite\/preload-helper/, priority: 3 },
  { name: 'libraries', tags: ['$initial' as const], test: /[\\/]node_modules[\\/]/, priority: 2 },
  { name: 'frame', tags: ['$initial' as const], test: /\.tsx?$/, priority: 1 },
  { name: 'early-icons', test: (id: string) => isIcon.test(id) && early.has(path.basename(id)) },
  { name: 'icons', test: isIcon, minShareCount: 2 },
];

/** The parts that every page loads first. A screen's list of parts to load leaves them out, so that the lists stay short. */
const loadedFirst = /[\\/](libraries|frame|preload|rolldown-runtime)-/;

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [strictStyles(), react(), tailwindcss(), compressedFiles()],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // The content security policy allows no data: fonts.
    assetsInlineLimit: 0,
    target: 'es2023',
    modulePreload: {
      resolveDependencies: (_file, parts, { hostType }) =>
        hostType === 'html' ? parts : parts.filter((part) => !loadedFirst.test(part)),
    },
    rolldownOptions: {
      // Seven characters instead of eight, the least that is allowed: every page first loads a list of all names, and hashes don't compress.
      output: { codeSplitting: { groups: chunkGroups }, chunkFileNames: 'assets/[name]-[hash:7].js' },
    },
  },
  server: {
    proxy: Object.fromEntries(
      // The API calls, but not the modules of web/api, whose paths begin in the same way.
      ['^/api/(?!.*\\.tsx?(\\?|$))', '/auth', '/actuator'].map((path) => [path, { target: bff, changeOrigin: false }]),
    ),
  },
});
