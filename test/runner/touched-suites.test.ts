import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { changedFiles, suitesFor } from './touched-suites.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const project = (files: Readonly<Record<string, string>>) => {
  const root = mkdtempSync(path.join(tmpdir(), 'portico-touched-'));
  folders.push(root);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  }
  return (changed: readonly string[]) => suitesFor(changed, Object.keys(files), root);
};

describe('the suites that a change touches', () => {
  it('are those beside it, those that import it, and those one import away, the nearest first', () => {
    const touched = project({
      'domain/api/decider.ts': '',
      'domain/api/decider.test.ts': `import { decide } from './decider.ts';`,
      'domain/api/schema.test.ts': '',
      'bff/api/commands.ts': `import { decide } from '#domain/api/decider.ts';`,
      'bff/api/commands.test.ts': `const { run } = await import('./commands.ts');`,
      'bff/user/commands.test.ts': '',
    });
    expect(touched(['domain/api/decider.ts', 'README.md'])).toEqual({
      suites: ['domain/api/decider.test.ts', 'domain/api/schema.test.ts', 'bff/api/commands.test.ts'],
      leftOut: 0,
    });
  });

  it('are fifteen at most, without the long ones; the others are counted', () => {
    const suites = Object.fromEntries(
      Array.from({ length: 20 }, (_, index) => [`domain/s${index}.test.ts`, `import './a.ts';`]),
    );
    const { suites: nearest, leftOut } = project({
      'domain/a.ts': '',
      'workers/crash.test.ts': `import '#domain/a.ts';`,
      ...suites,
    })(['domain/a.ts']);
    expect(nearest).toHaveLength(15);
    expect(nearest).not.toContain('workers/crash.test.ts');
    expect(leftOut).toBe(6);
  });

  it('are none without a changed source', () => {
    expect(project({ 'domain/a.test.ts': '' })(['README.md'])).toEqual({ suites: [], leftOut: 0 });
  });
});

describe('what is changed', () => {
  const git =
    (replies: Readonly<Record<string, string>>) =>
    (...args: string[]) =>
      replies[args.join(' ')] ?? '';
  const untracked = { 'ls-files --others --exclude-standard': 'web/new.ts' };

  it('is everything since the branch left main', () => {
    const replies = {
      'rev-parse HEAD': 'b',
      'merge-base HEAD main': 'a',
      'diff --name-only a': 'bff/x.ts',
      ...untracked,
    };
    expect(changedFiles(git(replies))).toEqual(['bff/x.ts', 'web/new.ts']);
  });

  it('is what is not committed, or else the last commit, on main itself', () => {
    const onMain = { 'rev-parse HEAD': 'a', 'merge-base HEAD main': 'a' };
    expect(changedFiles(git({ ...onMain, 'diff --name-only HEAD~1': 'bff/x.ts' }))).toEqual(['bff/x.ts']);
    const dirty = { 'status --porcelain': '?? web/new.ts', 'diff --name-only HEAD': 'bff/y.ts', ...untracked };
    expect(changedFiles(git({ ...onMain, ...dirty }))).toEqual(['bff/y.ts', 'web/new.ts']);
  });
});
