import { eventActor } from '../../bff/http/event-meta.ts';
import { newId } from '../../bff/http/new-id.ts';
import { portal } from '../../domain/core/actor.ts';
import type { EventActor } from '../../domain/core/event.ts';
import { isRefusal } from '../../domain/core/problem.ts';
import { userDecider } from '../../domain/user/decider.ts';
import { invitationDays } from '../../domain/user/manage-form.ts';
import type { UserCommand } from '../../domain/user/user.ts';
import { execute } from '../../eventstore/execute.ts';
import { porticoNamespace, uuidV5 } from '../../platform/uuid.ts';
import { demoAccounts } from './accounts.ts';
import type { Seeded, SeedServices } from './seed.ts';

const invited = { firstname: 'Yuki', lastname: 'Tanaka', email: 'yuki.tanaka@harbour-freight.example' } as const;

/**
 * Gives the lists about people their first rows: the portal administrator makes somebody a company administrator, and the
 * partner's administrator invites a colleague. Does each once.
 */
export const demoTeam = async ({ store, pool }: SeedServices, { people, partner }: Seeded): Promise<void> => {
  const person = (sub: string): EventActor => people.get(sub) ?? eventActor(portal);
  const once = async (name: string, actor: EventActor, make: () => Promise<readonly [number, UserCommand]>) => {
    const commandId = uuidV5(porticoNamespace, `demo/team/${name}`);
    if (await store.findCommand(commandId)) return;
    const [id, command] = await make();
    const meta = { actor, commandId, correlationId: commandId, time: new Date().toISOString() };
    const done = await execute({ store, decider: userDecider, id, command, meta, outcome: { id } });
    if (isRefusal(done)) throw new Error(`the demo's ${name} was refused: ${done.problems[0].code}`);
  };

  for (const { sub, roles, rolesAtFirst } of demoAccounts)
    if (rolesAtFirst)
      await once(`roles/${sub}`, person('ada-lindqvist'), async () => [
        person(sub).userId,
        { type: 'ChangeUser', data: { change: { roles } } },
      ]);
  await once(`invitation/${invited.email}`, person('grace-okafor'), async () => {
    const userId = await newId(pool, 'user');
    const inviteUntil = new Date(Date.now() + invitationDays * 86_400_000).toISOString();
    const data = { ...invited, userId, organizationId: partner.id, roles: ['ROLE_COMPANY_USER'] as const, inviteUntil };
    return [userId, { type: 'RegisterUser', data }];
  });
};
