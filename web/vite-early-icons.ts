import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What the first page shows: the frame with the menu, whose entries the features name, and the gallery. One file too few costs the first page
 * 5 kB, which `web/test/bundle.test.ts` finds.
 */
const early = [
  'app/palette/palette-button.tsx',
  'app/routes/public-screens.ts',
  'app/shell/{crash-page,dock,header,language-menu,notice-bell,side-bar,theme-menu}.tsx',
  'features/*/screens.ts',
  'features/api/{api-files,doc-download,gallery,gallery-bar}.tsx',
  'components/layout/{dock-panel,error-notice}.tsx',
  'components/table/search-field.tsx',
  'components/text/copy-button.tsx',
];

/** Returns the names that a source imports from the library of icons. */
const iconsIn = (source: string): readonly string[] => {
  const [before = ''] = source.split("} from 'lucide-react'", 1);
  return before === source
    ? []
    : before
        .slice(before.lastIndexOf('{') + 1)
        .split(',')
        .map((name) => name.trim());
};

/** Returns the file name of an icon: `arrow-up-1-0.mjs` for `ArrowUp10`. */
const fileOf = (name: string): string =>
  `${name.replace(/([a-z])([A-Z0-9])|(\d)(?=[A-Z\d])/g, (found) => [...found].join('-')).toLowerCase()}.mjs`;

const iconsFolder = new URL('../node_modules/lucide-react/dist/esm/icons/', import.meta.url);

/** An icon with a newer name: its file only names the other one. */
const renamed = /^export \{ default \} from '\.\/([\w-]+\.mjs)';$/m;

const newestNameOf = (file: string): string =>
  renamed.exec(readFileSync(new URL(file, iconsFolder), 'utf8'))?.[1] ?? file;

/**
 * Returns the files of icons that every page loads. Icons that only some screens share are in a chunk of their own, so that they don't
 * come with the first page.
 */
export const earlyIcons = (folder: string): ReadonlySet<string> => {
  const names = globSync(early, { cwd: folder }).flatMap((file) =>
    iconsIn(readFileSync(path.join(folder, file), 'utf8')),
  );
  return new Set(names.filter(Boolean).map((name) => newestNameOf(fileOf(name))));
};
