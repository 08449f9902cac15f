import { type ChaosCommands, whileFewer } from '#chaos/noun-commands.ts';

/** The most topics that may exist. */
const most = 20;

export const commands: ChaosCommands = ({ view, random, newName }) => {
  const topics = () => view.living('EventTopicAddRequested', 'EventTopicRemoved');
  const save = (id: number, organizationId: number) => {
    const [categoryId] = view.living('EventCategoryAdded', 'EventCategoryRemoved');
    const [kafkaEnvId] = view.living('KafkaRegistered', 'KafkaRemoved');
    if (categoryId === undefined || kafkaEnvId === undefined) return undefined;
    const body = {
      id,
      name: newName().replace(/[^\w.-]/g, '-'),
      kafkaEnvId,
      categoryId,
      organizationId,
      organizationAttr: '{}',
      subscribed: [1],
      config: random.pick(['{}', '{"retention.ms":"60000"}']) ?? '{}',
    };
    return { who: 'ada-lindqvist', call: { method: 'POST', path: '/api/event-topic', body } } as const;
  };
  return {
    'add event topic': {
      event: 'EventTopicAddRequested',
      weight: () => whileFewer(topics().length, most, 2),
      wish: () => save(0, 1),
    },
    'change event topic': {
      event: 'EventTopicChangeRequested',
      weight: 2,
      wish: () => {
        const id = random.pick(topics());
        return id === undefined ? undefined : save(id, 1);
      },
    },
    'remove event topic': {
      event: 'EventTopicRemovalRequested',
      weight: 1,
      wish: () => {
        const id = random.pick(topics());
        return id === undefined
          ? undefined
          : {
              who: 'ada-lindqvist',
              call: { method: 'DELETE', path: `/api/event-topic/${id}` },
              // It takes a while until a topic is gone. Whoever asks meanwhile hears that it is under way.
              wasSo: (whole) => !whole.living('EventTopicAddRequested', 'EventTopicRemovalRequested').includes(id),
            };
      },
    },
  };
};
