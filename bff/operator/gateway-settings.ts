import process from 'node:process';
import { RefusedError } from '#domain/core/problem.ts';
import { resourceDecider } from '#domain/resource/decider.ts';
import { type Gateway, settingsIn } from '#domain/resource/resource.ts';
import { loadState } from '#eventstore/load.ts';
import { type CheckedKong, checkKong, UnfitKongError } from '#gateway/admin-api/check-kong.ts';
import { placesOf, refusePlaces } from '../resource/shared/refuse-places.ts';
import type { ToldSettings } from './gateway-arguments.ts';
import type { Operator } from './open-operator.ts';
import { OperatorError } from './operator-error.ts';
import { readSecret } from './read-secret.ts';

type Row = Readonly<{ id: number; name: string; adminUrl: string }>;

const readRows = async ({ pool }: Pick<Operator, 'pool'>): Promise<readonly Row[]> => {
  const { rows } = await pool.query<Row>(
    'select id, name, admin_url as "adminUrl" from resources where type = \'KONG\' order by id',
  );
  return rows;
};

const oneOf = (found: readonly Readonly<{ id: number; name: string }>[]): string =>
  found.map(({ id, name }) => `${id} ${name}`).join(', ') || 'none yet';

/** Finds a gateway by name or id. @throws OperatorError when there is none. */
export const findGateway = async (operator: Operator, wanted: string): Promise<Gateway> => {
  const rows = await readRows(operator);
  const same = ({ name }: Row) => name.toLowerCase() === wanted.toLowerCase();
  const found = rows.find(same) ?? rows.find(({ id }) => String(id) === wanted);
  const gateway = found && settingsIn(await loadState(operator.store, resourceDecider, found.id), 'KONG');
  if (!gateway) throw new OperatorError(`There is no gateway ${wanted}. There are: ${oneOf(rows)}.`);
  return gateway;
};

/** Finds organizations by name or id. @throws OperatorError for the first unknown one. */
const findOrganizations = async ({ pool }: Operator, wanted: readonly string[]): Promise<number[]> => {
  const { rows } = await pool.query<{ id: number; name: string }>('select id, name from organizations order by id');
  return wanted.map((text) => {
    const found = rows.find(({ id, name }) => String(id) === text || name.toLowerCase() === text.toLowerCase());
    if (found) return found.id;
    throw new OperatorError(`There is no organization ${text}. There are: ${oneOf(rows)}.`);
  });
};

/** Returns who may deploy to it. @throws OperatorError for an unknown organization. */
export const accessOf = async (operator: Operator, access: NonNullable<ToldSettings['access']>) =>
  access === 'public'
    ? { isPublic: true, organizations: [] }
    : { isPublic: false, organizations: await findOrganizations(operator, access) };

/**
 * Refuses a name or an Admin API that another gateway has. With two entries for one Kong, two operations could change it at
 * once.
 *
 * @param own the gateway that has them already.
 */
export const refuseKnown = async (
  operator: Operator,
  { name, adminUrl }: Pick<Gateway, 'name' | 'adminUrl'>,
  own?: number,
): Promise<void> => {
  const others = (await readRows(operator)).filter(({ id }) => id !== own);
  const sameKong = others.find((other) => other.adminUrl === adminUrl);
  if (sameKong) throw new OperatorError(`The Admin API ${adminUrl} is added already, as ${sameKong.name}.`);
  const sameName = others.find((other) => other.name.toLowerCase() === name.toLowerCase());
  if (sameName) throw new OperatorError(`There is a gateway called ${sameName.name} already. Choose another name.`);
};

/** Returns the portal's address for a gateway. @throws OperatorError when only whoever runs it can know. */
export const portalUrlOf = ({ settings }: Operator, told: string | undefined): string => {
  if (told !== undefined) return told;
  if (settings.INGEST_PORT !== undefined)
    throw new OperatorError(
      `The portal takes a gateway's reports at a port of its own (INGEST_PORT=${settings.INGEST_PORT}). Say how the gateway reaches it: --portal-url <URL>.`,
    );
  return settings.PUBLIC_URL;
};

/** Returns the Admin API's key that is told, if any. */
export const toldAdminKey = async (adminKey: boolean | undefined): Promise<string | undefined> =>
  ((adminKey ? await readSecret('Key of the Admin API: ') : undefined) || process.env.KONG_ADMIN_TOKEN) ?? undefined;

const refusals: Readonly<Record<string, string>> = {
  'resource.address-refused': 'is an address of cloud metadata or link-local: no gateway is there.',
  'resource.address-own': 'is the portal itself, not a gateway.',
};

/** Checks a Kong. @throws OperatorError with a sentence when Portico can't work with it. */
export const checked = async (
  { settings }: Pick<Operator, 'settings'>,
  kong: Omit<Parameters<typeof checkKong>[0], 'proxyOption'>,
): Promise<CheckedKong> => {
  try {
    const { adminUrl, proxyUrl: apiUrl } = kong;
    await refusePlaces(settings, placesOf({ type: 'KONG', adminUrl, apiUrl }), (name) =>
      name === 'adminUrl' ? adminUrl : apiUrl,
    );
    return await checkKong({ ...kong, proxyOption: '--proxy-url' });
  } catch (error) {
    if (error instanceof UnfitKongError) throw new OperatorError(error.message);
    if (!(error instanceof RefusedError)) throw error;
    const { code, field } = error.refusal.problems[0];
    throw new OperatorError(`${field} ${refusals[code] ?? code}`);
  }
};
