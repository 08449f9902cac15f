import type { ChaosCommands } from '#chaos/noun-commands.ts';

/** The most applications that the sweep adds. */
const most = 12;

export const commands: ChaosCommands = ({ view, facts, administrator, newName }) => ({
  'add application': {
    event: 'ApplicationRegistered',
    weight: () => (view.living('ApplicationRegistered', 'ApplicationDeleted').length < most ? 2 : 0),
    wish: () => {
      const body = {
        id: 0,
        name: newName(),
        description: 'Made while everything went wrong.',
        organizationId: facts.internalId,
        external: false,
      };
      return { who: administrator(), call: { method: 'POST', path: '/api/application/edit-application', body } };
    },
  },
});
