import { expect, it } from 'vitest';
import { given } from '../core/specification.ts';
import { kafkaRightsDecider } from './decider.ts';
import { type KafkaRightsEvent, mostNamed } from './kafka-rights.ts';

const right = (key: string) => ({ key, name: `User:${key} allow read topic orders` });
const found = (...keys: string[]): KafkaRightsEvent => ({
  type: 'KafkaRightsFound',
  data: { kafkaEnvId: 1, rights: keys.map(right) },
});
const gone = (...keys: string[]): KafkaRightsEvent => ({ type: 'KafkaRightsGone', data: { kafkaEnvId: 1, keys } });

it.each<[what: string, before: KafkaRightsEvent[], seen: string[], news: KafkaRightsEvent[]]>([
  ['a right that nobody gave is told', [], ['a'], [found('a')]],
  ['once', [found('a')], ['a'], []],
  ['only what is new is told', [found('a')], ['a', 'b'], [found('b')]],
  ['one that is gone is forgotten', [found('a')], [], [gone('a')]],
  ['one that comes back is told of again', [found('a'), gone('a')], ['a'], [found('a')]],
  ['nothing is no news', [], [], []],
])('%s', (_what, before, seen, news) => {
  const command = { type: 'ReportRights', data: { kafkaEnvId: 1, rights: seen.map(right) } } as const;
  expect(given(kafkaRightsDecider, before).when(command)).toEqual(news);
});

it('names fifty at once, and the others after the next look', () => {
  const all = Array.from({ length: 60 }, (_, index) => right(String(index)));
  const command = { type: 'ReportRights', data: { kafkaEnvId: 1, rights: all } } as const;
  const [first] = given(kafkaRightsDecider, []).when(command) as KafkaRightsEvent[];
  if (first?.type !== 'KafkaRightsFound') throw new Error('nothing was told');
  expect(first.data.rights).toHaveLength(mostNamed);
  expect(given(kafkaRightsDecider, [first]).when(command)).toMatchObject([{ data: { rights: all.slice(mostNamed) } }]);
});
