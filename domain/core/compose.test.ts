import { expect, it } from 'vitest';
import { compose } from './compose.ts';

it('puts the registrations of all nouns together, in their order', () => {
  const all = compose('kinds', { deploy: 1, undeploy: 2 }, { 'add-consumer': 3 });
  expect(Object.entries(all)).toEqual([
    ['deploy', 1],
    ['undeploy', 2],
    ['add-consumer', 3],
  ]);
});

it('throws when two nouns register the same name', () => {
  expect(() => compose('kinds', { deploy: 1 }, { deploy: 2 })).toThrow('two kinds are called deploy');
});
