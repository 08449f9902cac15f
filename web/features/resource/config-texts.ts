import type { TFunction } from 'i18next';
import { type configDefinitions, definitionsOf } from '#domain/resource/configs.ts';
import type { ResourceType } from '#domain/resource/types.ts';

/** The types by their own names, which are the same in every language. */
export const typeNames = { KONG: 'Kong', KAFKA: 'Kafka', REDIS: 'Redis' } as const satisfies Record<
  ResourceType,
  string
>;

type ConfigName = (typeof configDefinitions)[ResourceType][number]['name'];

const isPredefined = (type: ResourceType, name: string): name is ConfigName =>
  definitionsOf(type).some((definition) => definition.name === name);

/** Returns the label of a property: a pair of one's own has its name. */
export const configLabel = (t: TFunction, type: ResourceType, name: string): string => {
  if (!isPredefined(type, name)) return name;
  return type === 'REDIS' && name === 'password' ? t('resources.redis-password') : t(`resources.configs.${name}`);
};

/** Returns what a predefined property means. */
export const configHelp = (t: TFunction, type: ResourceType, name: string): string =>
  type === 'KAFKA' && name === 'password'
    ? t('resources.kafka-password-help')
    : t(`resources.help.${name as ConfigName}`);
