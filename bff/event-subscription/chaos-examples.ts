import { type ChaosCommands, whileFewer } from '#chaos/noun-commands.ts';

/** The most subscriptions that may exist. */
const most = 20;

export const commands: ChaosCommands = ({ view, facts, random, newName }) => {
  const topics = () => view.living('EventTopicAddRequested', 'EventTopicRemoved');
  const subscriptions = () => view.living('EventSubscriptionRequested', 'EventSubscriptionRemoved');
  return {
    'add event subscription': {
      event: 'EventSubscriptionRequested',
      weight: () => whileFewer(subscriptions().length, most, 2),
      wish: () => {
        const topicId = random.pick(topics());
        if (topicId === undefined) return undefined;
        const body = { name: newName(), topicId, organizationId: facts.partnerId, writes: random.chance(0.5) };
        return { who: 'ada-lindqvist', call: { method: 'POST', path: '/api/event-subscriptions', body } };
      },
    },
    'rotate event subscription': {
      event: 'EventSubscriptionRotationRequested',
      weight: 1,
      wish: () => {
        const id = random.pick(subscriptions());
        const path = `/api/event-subscription/${id}/rotation`;
        const body = { overlapMinutes: 60 };
        return id === undefined ? undefined : { who: 'ada-lindqvist', call: { method: 'POST', path, body } };
      },
    },
    'remove event subscription': {
      event: 'EventSubscriptionRemovalRequested',
      weight: 1,
      wish: () => {
        const id = random.pick(subscriptions());
        const path = `/api/event-subscription/${id}`;
        return id === undefined ? undefined : { who: 'ada-lindqvist', call: { method: 'DELETE', path } };
      },
    },
  };
};
