import * as z from 'zod/mini';
import { requiredText } from '../core/required-text.ts';
import { eventTopicTextLimit, mostSettings, settingKeyLimit, settingValueLimit } from './limits.ts';

/** Settings of a topic by their keys, as a broker takes them. */
export type TopicSettings = Readonly<Record<string, string>>;

type ConfigProblem = 'event-topic.config-invalid' | 'event-topic.config-number' | 'event-topic.config-too-long';

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** A number that JSON can't keep exactly would be another one at the broker: Kafka's own greatest is 2^63 - 1. */
const isExact = (value: unknown): boolean =>
  typeof value !== 'number' || (Number.isInteger(value) ? Number.isSafeInteger(value) : !/e/i.test(String(value)));

/**
 * Reads the configuration of a topic: a JSON object of texts, numbers, true and false. An empty value leaves a setting to the
 * broker.
 *
 * @returns the settings, or the code of what is wrong.
 */
export const readConfig = (text: string): TopicSettings | ConfigProblem => {
  const read = parsed(text);
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return 'event-topic.config-invalid';
  const entries = Object.entries(read).filter(([, value]) => value !== null);
  if (entries.some(([, value]) => !['string', 'number', 'boolean'].includes(typeof value)))
    return 'event-topic.config-invalid';
  if (!entries.every(([, value]) => isExact(value))) return 'event-topic.config-number';
  const settings = entries.map(([key, value]) => [key, String(value)] as const);
  const isTooLong =
    settings.length > mostSettings ||
    settings.some(([key, value]) => key.length > settingKeyLimit || value.length > settingValueLimit);
  return isTooLong ? 'event-topic.config-too-long' : Object.fromEntries(settings);
};

/** Returns settings as the form shows them. */
export const configText = (settings: TopicSettings): string => JSON.stringify(settings, null, 2);

/** The field `config` of a body. Default: no settings. */
export const configField = z._default(
  requiredText(eventTopicTextLimit, 'event-topic.config-invalid').check(
    z.superRefine((text, context) => {
      const problem = text === '' ? undefined : readConfig(text);
      if (typeof problem === 'string') context.addIssue({ code: 'custom', message: problem });
    }),
  ),
  '{}',
);

/** The field `organizationAttr` of a body: JSON of every kind. */
export const attributesField = requiredText(eventTopicTextLimit, 'event-topic.attributes-required').check(
  z.refine((text) => text === '' || parsed(text) !== undefined, 'event-topic.attributes-invalid'),
);
