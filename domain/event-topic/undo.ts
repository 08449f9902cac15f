import { flat, type Shown, type UndoRules, undoRules } from '../core/undo.ts';
import { saveEventTopic } from './calls.ts';
import { configText } from './config.ts';
import { eventTopicDecider } from './decider.ts';
import type { EventTopic, EventTopicEvent } from './event-topic.ts';

const setting = /^config (.*)$/s;

/** Each setting is a field of its own. Its name may have dots, so no group is made of it. */
const formOf = (state: EventTopic): Shown => {
  if (state.status !== 'active') return {};
  const { config, ...details } = state.details;
  const settings = Object.entries(config).map(([name, value]) => [`config ${name}`, value]);
  return { ...flat(details), ...Object.fromEntries(settings) };
};

const settingsIn = (wanted: Shown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(wanted).flatMap(([name, value]) => {
      const [, key] = setting.exec(name) ?? [];
      return key === undefined ? [] : [[key, String(value)]];
    }),
  );

/** How changes of a topic are taken back. */
export const eventTopicUndo: UndoRules<EventTopicEvent> = undoRules(eventTopicDecider, {
  EventTopicAddRequested: 'begins',
  EventTopicChangeRequested: {
    shows: formOf,
    opposite: ({ data: { eventTopicId: id }, wanted, basedOn }) => ({
      call: saveEventTopic,
      action: 'event-topic.save',
      about: {},
      does: 'fields',
      effects: ['kafka'],
      body: {
        ...Object.fromEntries(Object.entries(wanted).filter(([name]) => !setting.test(name))),
        id,
        config: configText(settingsIn(wanted)),
        basedOn,
      },
    }),
  },
  EventTopicMakingBegun: 'part',
  EventTopicSaved: 'part',
  EventTopicSaveFailed: 'part',
  EventTopicSeen: 'portal',
  EventTopicMissed: 'portal',
  EventTopicRemovalRequested: 'ends',
  EventTopicRemoved: 'ends',
});
