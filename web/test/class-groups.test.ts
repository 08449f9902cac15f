import { extendTailwindMerge } from 'tailwind-merge';
import { expect, it } from 'vitest';
import { mergeClasses } from '../components/ui/class-groups.ts';
import { sources } from './source-files.ts';

/** The library's whole table, with the names of our own theme. */
const whole = extendTailwindMerge({
  extend: { theme: { text: ['table'], radius: ['control', 'card'], shadow: ['float', 'card'] } },
});

const words = new Set(
  sources()
    .filter(({ path: file }) => file.endsWith('.tsx') || /components\/(?!ui\/class-groups)/.test(file))
    .flatMap(({ text }) => [...text.matchAll(/(['"`])((?:(?!\1)[^\\\n])*)\1/g)].map((match) => match[2] ?? ''))
    .flatMap((text) => text.split(/\s+/)),
);

/** Without variants: `hover:bg-x` and `bg-x` are told apart the same way for all groups. */
const utilities = [...words].filter(
  (word) => /^-?[a-z][\w.%/()[\],#-]*$/.test(word) && whole(`${word} ${word}`) === word,
);

// Some hundred thousand pairs: a busy machine takes longer than a test usually may.
it('knows the group of every utility in the source as the whole table does', { timeout: 60_000 }, () => {
  expect(utilities.length).toBeGreaterThan(300);
  const different = utilities.flatMap((first) =>
    utilities.flatMap((second) => {
      const both = `${first} ${second}`;
      const wanted = whole(both);
      return mergeClasses(both) === wanted ? [] : [`${both} -> ${wanted}`];
    }),
  );
  expect(different).toEqual([]);
});
