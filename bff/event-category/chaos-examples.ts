import { type ChaosCommands, whileFewer } from '#chaos/noun-commands.ts';

/** The most event categories that may exist. */
const most = 20;

export const commands: ChaosCommands = ({ view, random, newName }) => {
  const categories = () => view.living('EventCategoryAdded', 'EventCategoryRemoved');
  const save = (id: number) => {
    const [businessArea] = view.living('BusinessAreaAdded', 'BusinessAreaRemoved');
    if (businessArea === undefined) return undefined;
    const name = newName();
    const event = { id: 0, name, description: 'Came by', eventTypeId: 'came.by', schema: '{"type":"object"}' };
    const about = { description: 'Made while everything went wrong.', type: '', businessArea, events: [event] };
    const body = { id, name, ...about };
    return { who: 'ada-lindqvist', call: { method: 'POST', path: '/api/event-category', body } } as const;
  };
  return {
    'add event category': {
      event: 'EventCategoryAdded',
      weight: () => whileFewer(categories().length, most, 2),
      wish: () => save(0),
    },
    'change event category': {
      event: 'EventCategoryChanged',
      weight: 2,
      wish: () => {
        const id = random.pick(categories());
        return id === undefined ? undefined : save(id);
      },
    },
    'remove event category': {
      event: 'EventCategoryRemoved',
      weight: 1,
      wish: () => {
        const id = random.pick(categories());
        return id === undefined
          ? undefined
          : { who: 'ada-lindqvist', call: { method: 'DELETE', path: `/api/event-category/${id}` } };
      },
    },
  };
};
