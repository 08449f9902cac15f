import { type ChaosCommands, whileFewer } from '#chaos/noun-commands.ts';

/** The most business areas that may exist. */
const most = 20;

export const commands: ChaosCommands = ({ view, random, newName }) => {
  const areas = () => view.living('BusinessAreaAdded', 'BusinessAreaRemoved');
  const save = (id: number) => {
    const body = { id, name: newName(), description: 'Made while everything went wrong.' };
    return { who: 'ada-lindqvist', call: { method: 'POST', path: '/api/business-area', body } } as const;
  };
  return {
    'add business area': {
      event: 'BusinessAreaAdded',
      weight: () => whileFewer(areas().length, most, 2),
      wish: () => save(0),
    },
    'change business area': {
      event: 'BusinessAreaChanged',
      weight: 2,
      wish: () => {
        const id = random.pick(areas());
        return id === undefined ? undefined : save(id);
      },
    },
    'remove business area': {
      event: 'BusinessAreaRemoved',
      weight: 1,
      wish: () => {
        const id = random.pick(areas());
        return id === undefined
          ? undefined
          : { who: 'ada-lindqvist', call: { method: 'DELETE', path: `/api/business-area/${id}` } };
      },
    },
  };
};
