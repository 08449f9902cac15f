import { expect, test } from 'vitest';
import { porticoNamespace, uuidV5 } from './uuid.ts';

test('matches the example of RFC 9562, appendix A.4', () => {
  expect(uuidV5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'www.example.com')).toBe(
    '2ed6657d-e927-568b-95e1-2665a8aea6a2',
  );
});

test('gives each name a stable id of its own', () => {
  const ids = new Set(Array.from({ length: 1000 }, (_, index) => uuidV5(porticoNamespace, `name-${index}`)));
  expect(ids.size).toBe(1000);
  expect(uuidV5(porticoNamespace, 'name-1')).toBe([...ids][1]);
});

test('refuses a namespace that is not a UUID', () => {
  expect(() => uuidV5('portico', 'name')).toThrow('not a UUID');
});
