import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { RecordedEvent } from '#eventstore/event-store.ts';
import type { Database } from '#platform/database.ts';
import { UnreachableError } from '../engine/run.ts';
import { screens } from './screens.ts';

/** Deployments, certificates and rights that a mail names. */
export const mostNamed = 10;

/**
 * Names the deployments about which one look at a gateway found something, among those that the reader hears of.
 *
 * @throws UnreachableError when the read tables do not have them: they may be behind.
 */
export const lookFacts = async (
  {
    data: { look, apiId, gatewayId },
  }: RecordedEvent<Extract<PorticoEvent, { type: 'ProtectionLost' | 'ForeignObjectFound' }>>,
  { database, readerId }: Readonly<{ database: Database; readerId: number }>,
  found: 'protection_losses' | 'foreign_objects',
) => {
  const what = found === 'foreign_objects' ? `' (' || found.name || ')'` : `''`;
  const { rows } = await database.query<{ line: string; gateway: string }>(
    `select distinct '/' || d.context_path || case d.environment when 'PROD' then '' else '-' || lower(d.environment) end || ${what} as line,
       coalesce((select name from resources where id = $2), '') as gateway
     from ${found} found join deployments d on d.id = found.deployment_id join apis a on a.id = d.api_id
     join users u on u.id = $3
     where found.look = $1
       and (u.roles && '{ROLE_PORTAL_ADMIN,ROLE_KONG_ADMIN}' or u.organization_id = a.organization_id)
     order by line limit ${mostNamed + 1}`,
    [look, gatewayId, readerId],
  );
  if (!rows[0]) throw new UnreachableError({ code: 'portal.unavailable' });
  const lines = rows.slice(0, mostNamed).map(({ line }) => line);
  const deployments = [...lines, ...(rows.length > mostNamed ? ['…'] : [])].join('\n');
  return { parameters: { gateway: rows[0].gateway, deployments }, path: screens.api(apiId) };
};
