import path from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

/*
 * Makes one file of a program and all that it imports, for `bundled`, and beside it those of what it loads late. Paths beside a
 * source keep their meaning: each module is told where its source lies. Without a source map, which Node would read at each start:
 * errors show the line itself, which is not made shorter.
 */
const [entry = '', folder = ''] = process.argv.slice(2);
const root = path.resolve(import.meta.dirname, '../..');

await build({
  configFile: false,
  root,
  logLevel: 'error',
  ssr: { noExternal: true },
  plugins: [
    {
      name: 'places-of-sources',
      enforce: 'pre',
      transform: (code, id) => {
        if (!/import\.meta\.(?:url|dirname)/.test(code)) return null;
        const [file = id] = id.split('?');
        return code
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
          .replaceAll('import.meta.dirname', JSON.stringify(path.dirname(file)));
      },
    },
  ],
  build: {
    ssr: path.resolve(entry),
    outDir: folder,
    emptyOutDir: false,
    copyPublicDir: false,
    target: 'node24',
    sourcemap: false,
    minify: false,
    rolldownOptions: { output: { entryFileNames: 'main.mjs', chunkFileNames: '[name]-[hash].mjs' } },
  },
});
