// @vitest-environment happy-dom
import { expect, it } from 'vitest';

const modules = import.meta.glob(['../features/**/*.{ts,tsx}', '!../features/**/*.test.{ts,tsx}']);

it('every module of the features loads: one that throws is seen only by whoever opens its part', async () => {
  expect(Object.keys(modules).length).toBeGreaterThan(300);
  const broken: string[] = [];
  for (const [file, load] of Object.entries(modules))
    await load().catch((error: unknown) => broken.push(`${file}: ${String(error)}`));
  expect(broken).toEqual([]);
}, 300_000);
