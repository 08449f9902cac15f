// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { LastMessages, ShownMessage } from '#domain/topic-message/schema.ts';
import { json, pageServer } from '../../../test/server.ts';
import { componentTests, notices, showLazy } from '../../../test/show.tsx';
import { TopicMessages } from './topic-messages.tsx';

componentTests('topic-messages');
const { startWith } = pageServer();

const hostile = '<img src=x onerror="globalThis.ran = true">\\u202e';
const message: ShownMessage = {
  partition: 1,
  offset: 4711,
  at: '2026-11-29T05:00:00.000Z',
  key: { kind: 'text', text: hostile, size: 40, isCut: false },
  headers: [
    { name: 'a', value: { kind: 'text', text: 'one', size: 3, isCut: false } },
    { name: 'a', value: null },
  ],
  headersLeftOut: 0,
  messages: 1,
  payload: {
    kind: 'json',
    text: `{\n  "id": 9007199254740993,\n  "text": "${hostile}"\n}`,
    size: 60,
    isCut: false,
    inside: null,
  },
  check: {
    result: 'breaks',
    eventTypeId: 'order.placed',
    violations: [{ path: '/lines/1/price', kind: 'required', detail: '' }],
  },
};
const large: ShownMessage = {
  ...message,
  offset: 4710,
  at: null,
  key: null,
  payload: { kind: 'binary', text: '00 ff', size: 10_485_760, isCut: true, inside: null },
  check: { result: 'unchecked', eventTypeId: null, violations: [] },
};
const answer = (messages: readonly ShownMessage[]): LastMessages => ({
  messages: [...messages],
  leftOut: 0,
  isPartial: false,
});

it('reads nothing by itself; shows each message as what it is, with what breaks its schema, and runs nothing of it', async () => {
  const { user } = await showLazy(<TopicMessages topicId={3} />);
  await startWith(json(200, answer([message, large])));
  await user.click(screen.getByRole('button', { name: 'Look at the last messages' }));
  const rows = await screen.findAllByRole('button', { name: /Partition 1/ });
  expect(rows).toHaveLength(2);
  expect(rows[1]?.textContent).toContain('Binary, 10,485,760 bytes');
  expect(rows[1]?.textContent).toContain('No valid time');
  expect(rows[0]?.textContent).toContain('Breaks its schema');
  if (rows[0]) await user.click(rows[0]);
  expect(await screen.findByText('/lines/1/price: is missing')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Payload' }).textContent).toContain('9007199254740993');
  expect(screen.getByRole('region', { name: 'Payload' }).textContent).toContain(hostile);
  expect(screen.getAllByText('a')).toHaveLength(2);
  expect(document.querySelector('img')).toBeNull();
  expect('ran' in globalThis).toBe(false);
});

it('says what is in a packed payload, and why one is not opened', async () => {
  const opened = { kind: 'gzip', text: '{}', size: 22, isCut: false, inside: { kind: 'json', size: 2 } } as const;
  const closed = { kind: 'zstd', text: '', size: 9_000, isCut: false, inside: null } as const;
  const { user } = await showLazy(<TopicMessages topicId={3} />);
  await startWith(
    json(
      200,
      answer([
        { ...message, payload: opened },
        { ...large, payload: closed },
      ]),
    ),
  );
  await user.click(screen.getByRole('button', { name: 'Look at the last messages' }));
  const rows = await screen.findAllByRole('button', { name: /Partition 1/ });
  expect(rows[0]?.textContent).toContain('Packed with gzip, 22 bytes · inside: JSON, 2 bytes');
  expect(rows[1]?.textContent).toContain('Packed with zstd, 9,000 bytes');
  if (rows[1]) await user.click(rows[1]);
  expect(await screen.findByText(/It is not opened here/)).toBeTruthy();
});

it.each([
  [json(200, answer([])), 'This topic has no messages yet.'],
  [
    json(503, { status: 503, code: 'topic-message.no-answer', title: 'Unavailable', errors: [] }),
    'Kafka did not answer within 5 s. Try again in a moment.',
  ],
  [
    json(409, { status: 409, code: 'topic-message.gone', title: 'Conflict', errors: [] }),
    'Its Kafka does not have this topic any more. One of the same name may be somebody else’s.',
  ],
])('says in its place what was found or failed', async (response, sentence) => {
  const { user } = await showLazy(<TopicMessages topicId={3} />);
  await startWith(response);
  await user.click(screen.getByRole('button', { name: 'Look at the last messages' }));
  expect(await screen.findByText(sentence)).toBeTruthy();
  expect(notices).toEqual([]);
});
