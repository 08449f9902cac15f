import { expect, it } from 'vitest';
import type { DesiredEntity, FoundEntity, KongObject } from '../admin-api/entity.ts';
import { differenceHash } from './difference-hash.ts';

const id = '5f0c1d5e-7d0f-4a58-9c3f-0d6f1f6d1c01';
const service = (body: KongObject) => ({ kind: 'service', id, label: 'service', body }) as const;
const wanted = service({ host: 'orders.example', tags: ['a', 'b'] }) as DesiredEntity;
const held = (body: KongObject) => [service(body) as FoundEntity];

const hash = (actual: readonly FoundEntity[], desired = [wanted], key = 'key') => differenceHash(key, desired, actual);
const before = { host: 'old.example', retries: 5, tags: ['a', 'b'], updated_at: 1 };

it('is the same for the same difference, in whatever order and whenever written', () => {
  const same = { updated_at: 2, tags: ['b', 'a'], retries: 5, host: 'old.example' };
  expect(hash(held(same))).toBe(hash(held(before)));
});

it('is another one for another object before or after, for none, and with another key', () => {
  const one = hash(held(before));
  const others = [
    hash(held({ ...before, host: 'by-hand.example' })),
    // Not among what the portal sets, but what a reviewer saw was another object.
    hash(held({ ...before, retries: 6 })),
    hash([]),
    hash(held(before), [{ ...wanted, body: { ...wanted.body, host: 'new.example' } } as DesiredEntity]),
    hash(held(before), []),
    hash(held(before), [wanted], 'another key'),
  ];
  expect(new Set([one, ...others]).size).toBe(7);
});
