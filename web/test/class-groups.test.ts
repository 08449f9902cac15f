import { extendTailwindMerge } from 'tailwind-merge';
import { expect, it } from 'vitest';
import { mergeClasses } from '../components/ui/class-groups.ts';
import { sources } from './source-files.ts';

/** The library's whole table with the names of our own theme. */
const whole = extendTailwindMerge({
  extend: { theme: { text: ['table'], radius: ['control', 'card'], shadow: ['float', 'card'] } },
});

const words = new Set(
  sources()
    .filter(({ path: file }) => file.endsWith('.tsx') || /components\/(?!ui\/class-groups)/.test(file))
    .flatMap(({ text }) => [...text.matchAll(/(['"`])((?:(?!\1)[^\\\n])*)\1/g)].map((match) => match[2] ?? ''))
    .flatMap((text) => text.split(/\s+/)),
);

/** The utilities without variants. `hover:bg-x` and `bg-x` are told apart in the same way in all groups. */
const utilities = [...words].filter(
  (word) => /^-?[a-z][\w.%/()[\],#-]*$/.test(word) && whole(`${word} ${word}`) === word,
);

// These are some hundred thousand pairs. A busy machine needs longer than the usual limit of a test.
it('groups every utility in the source as the whole table does', { timeout: 60_000 }, () => {
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
