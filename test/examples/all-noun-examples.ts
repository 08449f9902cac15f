import { readdirSync } from 'node:fs';
import { distinct } from '#domain/core/distinct.ts';
import type { NounExamples } from './noun-examples.ts';

const folder = new URL('../../domain/', import.meta.url);
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('examples.ts'))
  .sort();

/** The examples of every noun. */
export const allNounExamples: readonly NounExamples[] = distinct(
  'noun with streams',
  await Promise.all(
    files.map(async (file) => {
      const { examples } = (await import(/* @vite-ignore */ new URL(file, folder).pathname)) as {
        examples: NounExamples;
      };
      return examples;
    }),
  ),
  ({ decider }) => decider.noun,
);
