import { expect, it } from 'vitest';
import { createConsumerDock } from './create-consumer-dock.ts';

it.each([
  ['action=create-consumer&id=7&name=Orders&org=2&deployment=9', 'api:7/keys:7;2;9'],
  ['action=create-consumer&id=7&name=Orders&deployment=9', 'api:7/keys:7;;9'],
  ['action=create-consumer&id=7&name=Orders&org=2', 'api:7/keys:7;2'],
  ['action=create-consumer&id=7&name=Orders', 'api:7/keys:7'],
])('the gallery opens adding a key for %s', (search, dock) => {
  expect(createConsumerDock(new URLSearchParams(search))).toBe(dock);
});

it.each(['', 'action=other&id=7', 'action=create-consumer', 'action=create-consumer&id=x'])(
  'the gallery opens nothing for %j',
  (search) => {
    expect(createConsumerDock(new URLSearchParams(search))).toBeUndefined();
  },
);
