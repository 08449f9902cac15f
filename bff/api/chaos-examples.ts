import { type ChaosCommands, whileFewer } from '#chaos/noun-commands.ts';

/** The most APIs that may exist. */
const most = 16;

const documentOf = (title: string) => ({
  openapi: '3.1.0',
  info: { title, version: '1.0.0', description: 'Made while everything went wrong.' },
  paths: { '/things/{id}': { get: { summary: 'One of them', responses: { 200: { description: 'Here it is' } } } } },
});

export const commands: ChaosCommands = ({ view, apis, facts, random, administrator, newName }) => ({
  publish: {
    event: 'ApiPublished',
    weight: () => whileFewer(apis().length, most, apis().length < 4 ? 20 : 5),
    wish: () => {
      const specText = JSON.stringify(documentOf(newName().replace('chaos', 'Chaos')));
      // Now and then in an application that the sweep added, whose deletion takes the API along.
      const added = random.chance(0.2)
        ? random.pick([...view.applications.all.values()].filter(({ status }) => status === 'active'))
        : undefined;
      const body = { specText, appId: added?.id ?? facts.applicationId };
      return {
        who: added ? 'ada-lindqvist' : administrator(),
        call: { method: 'PUT', path: '/api/swaggers', body },
      };
    },
  },
  'delete API': {
    event: 'ApiDeletionRequested',
    weight: 1.5,
    wish: () => {
      const api = random.pick(apis());
      return api && { who: administrator(), call: { method: 'DELETE', path: `/api/swaggers/${api.id}` } };
    },
  },
});
