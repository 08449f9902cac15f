import type { Pool } from '#platform/database.ts';
import { demoAccounts } from '#sandbox/demo/accounts.ts';
import type { Facts } from './noun-commands.ts';
import { everybody, type PersonName } from './world/people.ts';

/** Reads the ids of the demo: gateway, application, organizations, people. */
export const readFacts = async (pool: Pool, echoUrl: string, secondGatewayId: number): Promise<Facts> => {
  const one = async (text: string, values: readonly unknown[] = []): Promise<number> => {
    const { rows } = await pool.query<{ id: number }>(text, [...values]);
    if (!rows[0]) throw new Error(`the demo has no row for: ${text} ${values.join(', ')}`);
    return rows[0].id;
  };
  const userIds = {} as Record<PersonName, number>;
  for (const name of everybody) {
    const email = demoAccounts.find(({ sub }) => sub === name)?.email;
    userIds[name] = await one('select id from users where email_lower = $1', [email]);
  }
  return {
    gatewayId: await one('select id from resources order by id limit 1'),
    secondGatewayId,
    applicationId: await one('select id from applications order by id limit 1'),
    internalId: await one('select id from organizations where not external order by id limit 1'),
    partnerId: await one('select id from organizations where external order by id limit 1'),
    echoUrl,
    userIds,
  };
};
