import { getSetup } from '#domain/installation/calls.ts';
import type { SetupState } from '#domain/installation/schema.ts';
import { setupId } from '#domain/installation/setup.ts';
import { sendsMail } from '#platform/settings.ts';
import { signInFault } from '../auth/watch-provider.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';

const readSetup = async ({ db, settings }: Services): Promise<SetupState> => {
  const [organization, gateways, apis, setup] = await Promise.all([
    db
      .selectFrom('organizations')
      .select('name')
      .where('external', '=', false)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst(),
    db.selectFrom('resources').select('name').where('type', '=', 'KONG').orderBy('id').limit(100).execute(),
    db
      .selectFrom('apis')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow(),
    db.selectFrom('setup').select('dismissed').where('id', '=', setupId).executeTakeFirst(),
  ]);
  return {
    organization: organization?.name ?? null,
    gateways: gateways.map(({ name }) => name),
    apis: Number(apis.count),
    mail: sendsMail(settings),
    signIn: signInFault(settings) ?? null,
    dismissed: setup?.dismissed ?? false,
  };
};

export const setupQueries = [
  route(getSetup, {
    action: 'setup.read',
    summary: 'What a new installation has and lacks',
    handle: async ({ services, actor }) => {
      authorizeOpenly(actor, 'setup.read');
      return await readSetup(services);
    },
  }),
];
