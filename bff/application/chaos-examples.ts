import { type ChaosCommands, whileFewer } from '#chaos/noun-commands.ts';
import { ofSweep } from '#chaos/view/names.ts';
import { demoAccounts } from '#sandbox/demo/accounts.ts';

/** The most applications that the sweep adds. */
const most = 12;

const maintainers = ['mateo-rossi', 'ingrid-berg', 'tomas-novak'].map(
  (name) => demoAccounts.find(({ sub }) => sub === name)?.email ?? '',
);

export const commands: ChaosCommands = ({ view, facts, random, administrator, newName }) => {
  const added = () =>
    [...view.applications.all.values()].filter(({ name, status }) => status === 'active' && name.startsWith(ofSweep));
  const save = (id: number) => {
    const body = {
      id,
      name: newName(),
      description: 'Made while everything went wrong.',
      organizationId: facts.internalId,
      external: false,
      owners: maintainers.filter(() => random.chance(0.7)).join('\n'),
    };
    return { method: 'POST', path: '/api/application/edit-application', body } as const;
  };
  return {
    'add application': {
      event: 'ApplicationRegistered',
      weight: () => whileFewer(added().length, most, 2),
      wish: () => ({ who: administrator(), call: save(0) }),
    },
    'change application': {
      event: 'ApplicationDetailsChanged',
      weight: 2,
      wish: () => {
        const application = random.pick(added());
        return (
          application && { who: administrator(), call: save(application.id), stream: `application-${application.id}` }
        );
      },
    },
    'delete application': {
      event: 'ApplicationDeletionRequested',
      weight: 0.7,
      wish: () => {
        const application = random.pick(added());
        return (
          application && {
            who: administrator(),
            call: { method: 'DELETE', path: `/api/application/${application.id}` },
          }
        );
      },
    },
  };
};
