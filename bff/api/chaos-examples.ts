import { type ChaosCommands, whileFewer } from '#chaos/noun-commands.ts';

/** The most APIs that may exist. */
const most = 16;

const documentOf = (title: string) => ({
  openapi: '3.1.0',
  info: { title, version: '1.0.0', description: 'Made while everything went wrong.' },
  paths: { '/things/{id}': { get: { summary: 'One of them', responses: { 200: { description: 'Here it is' } } } } },
});

export const commands: ChaosCommands = ({ apis, facts, random, administrator, newName }) => ({
  publish: {
    event: 'ApiPublished',
    weight: () => whileFewer(apis().length, most, apis().length < 4 ? 20 : 5),
    wish: () => {
      const specText = JSON.stringify(documentOf(newName().replace('chaos', 'Chaos')));
      const body = { specText, appId: facts.applicationId };
      return { who: administrator(), call: { method: 'PUT', path: '/api/swaggers', body } };
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
