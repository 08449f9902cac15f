import type { Decider, Decision } from '../core/decider.ts';
import {
  type KafkaRights,
  type KafkaRightsCommand,
  type KafkaRightsEvent,
  mostNamed,
  mostTold,
} from './kafka-rights.ts';

const decide = (
  { data: { kafkaEnvId, rights } }: KafkaRightsCommand,
  { told }: KafkaRights,
): Decision<KafkaRightsEvent> => {
  const there = new Set(rights.map(({ key }) => key));
  const gone = told.filter((key) => !there.has(key));
  const known = new Set(told);
  const news = rights
    .filter(({ key }) => !known.has(key))
    .slice(0, Math.min(mostNamed, mostTold - told.length + gone.length));
  return [
    ...(gone.length > 0 ? [{ type: 'KafkaRightsGone', data: { kafkaEnvId, keys: gone } } as const] : []),
    ...(news.length > 0 ? [{ type: 'KafkaRightsFound', data: { kafkaEnvId, rights: news } } as const] : []),
  ];
};

const evolve = ({ told }: KafkaRights, event: KafkaRightsEvent): KafkaRights => {
  if (event.type === 'KafkaRightsFound') return { told: [...told, ...event.data.rights.map(({ key }) => key)] };
  if (event.type !== 'KafkaRightsGone') return { told };
  const gone = new Set(event.data.keys);
  return { told: told.filter((key) => !gone.has(key)) };
};

/** Which rights at one Kafka nobody gave here, and which of them people were told of. The stream has the resource's id. */
export const kafkaRightsDecider: Decider<KafkaRights, KafkaRightsCommand, KafkaRightsEvent> = {
  noun: 'kafka-rights',
  initialState: { told: [] },
  decide,
  evolve,
};
