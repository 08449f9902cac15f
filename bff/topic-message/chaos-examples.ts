import type { ChaosCommands } from '#chaos/noun-commands.ts';

export const commands: ChaosCommands = ({ view, random }) => {
  const about = (call: string, body?: object) => {
    const id = random.pick(view.living('EventTopicAddRequested', 'EventTopicRemoved'));
    if (id === undefined) return undefined;
    const path = `/api/event-topic/${id}/${call}`;
    return { who: 'ada-lindqvist', call: { method: 'POST', path, ...(body && { body }) } } as const;
  };
  return {
    // Each look is recorded under an id of its own, also one that is sent again, so none is known by its command.
    'look into topic': { event: undefined, weight: 1, wish: () => about('messages') },
    'send test message': {
      event: 'TestMessageSent',
      weight: 1,
      wish: () => about('test-message', { eventId: 1, payload: '{}' }),
    },
  };
};
