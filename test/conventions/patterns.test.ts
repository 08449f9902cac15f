import { mkdir, readFile, realpath, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { check } from 'recheck';
import { type ESTree, parseSync, Visitor } from 'vite';
import { expect, it } from 'vitest';
import { lastNet } from '../runner/limit.ts';
import { readSources, root } from './sources.ts';

const folders = 'bff domain eventstore gateway migrations platform projections sandbox scripts specs web workers'.split(
  ' ',
);

/** Suites and their machinery: their patterns read only what the suites wrote. */
const isOfTests = (file: string) => /\.test\.tsx?$|^web\/(?:test|dev)\/|\/examples\.ts$|\/contract\//.test(file);

/** Patterns that are made while it runs. Nobody else's text may be one of the portal's own, so each place has a reason. */
const made: Readonly<Record<string, string>> = {
  'sandbox/gateway/schema/lua-pattern.ts': "patterns of Kong's own schemas, in the gateway of the sandbox",
  'sandbox/gateway/schema/typedefs.ts':
    'patterns of routes and plugins, as Kong takes them, in the gateway of the sandbox',
  'specs/events/check-schema.ts': 'patterns of the schemas of events, to see whether they are any: none meets a text',
  'specs/sample/pattern-text.ts': 'one class of signs out of a pattern of a description, for one sign',
};

type Pattern = Readonly<{ pattern: string; flags: string; files: string[] }>;

const isRegExp = (callee: ESTree.Expression) => callee.type === 'Identifier' && callee.name === 'RegExp';

/** Returns every different pattern of the product, and the files that make patterns while they run. */
const readPatterns = async () => {
  const patterns = new Map<string, Pattern>();
  const makers = new Set<string>();
  for (const { file, text } of await readSources(/\.(?:[cm]?js|tsx?)$/, ...folders)) {
    if (isOfTests(file)) continue;
    const { program, errors } = parseSync(file, text);
    if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
    const literal = (node: ESTree.Expression) => {
      if (!('regex' in node) || !node.regex) return;
      const { pattern, flags } = node.regex;
      const key = `/${pattern}/${flags}`;
      const known = patterns.get(key) ?? { pattern, flags, files: [] };
      known.files.push(file);
      patterns.set(key, known);
    };
    const call = ({ callee }: { callee: ESTree.Expression }) => isRegExp(callee) && makers.add(file);
    new Visitor({ Literal: literal, NewExpression: call, CallExpression: call }).visit(program);
  }
  return { patterns, makers };
};

/** Patterns that were found to be linear on this machine before. The suite of new nouns shares them with its copy of the project. */
const cache = path.join(root, 'node_modules', '.cache', 'linear-patterns.json');
const readCache = async (): Promise<Set<string>> => {
  try {
    return new Set(JSON.parse(await readFile(cache, 'utf8')) as string[]);
  } catch {
    return new Set();
  }
};
/** Writes it as a whole, where a link leads to: another process may read or write it at the same time. */
const writeCache = async (keys: readonly string[]): Promise<void> => {
  await mkdir(path.dirname(cache), { recursive: true });
  const file = await realpath(cache).catch(() => cache);
  const written = `${file}-${process.pid}`;
  await writeFile(written, JSON.stringify(keys));
  await rename(written, file);
};

/**
 * Milliseconds. The search takes processor time, which a busy machine has little of, and then calls some patterns slow that are not. So
 * a text that is said to be slow is tried: a linear pattern reads it in some milliseconds, a quadratic one in more than a second.
 */
const checking = { timeout: 180_000, recallTimeout: 500 };
const tries = 3;

/** Returns how a pattern is: slow only when each try says so, because a machine may be too busy for one of them. */
const judge = async (pattern: string, flags: string) => {
  for (let left = tries - 1; ; left -= 1) {
    const found = await check(pattern, flags, checking);
    if (found.status === 'safe' || left === 0) return found;
  }
};

it(
  'every pattern takes linear time for any text',
  async () => {
    const { patterns, makers } = await readPatterns();
    expect([...makers].sort()).toEqual(Object.keys(made).sort());
    const known = await readCache();
    const slow: string[] = [];
    for (const [key, { pattern, flags, files }] of patterns) {
      if (known.has(key)) continue;
      const found = await judge(pattern, flags);
      if (found.status === 'safe') known.add(key);
      else {
        const why = found.status === 'vulnerable' ? found.complexity.summary : found.error.kind;
        slow.push(`${key} in ${files.join(', ')}: ${why}`);
      }
    }
    await writeCache([...known].filter((key) => patterns.has(key)));
    expect(slow).toEqual([]);
    // A checker that finds nothing has found nothing in vain.
    expect((await judge('^[a ]*a[a ]*$', 'u')).status).toBe('vulnerable');
  },
  lastNet,
);
