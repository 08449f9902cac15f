import { accessIdOf } from '#domain/access/access.ts';
import { accessDecider } from '#domain/access/decider.ts';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import type { SpecOperations } from '#domain/deployment/lockdown.ts';
import { emptyRequestTransformer } from '#domain/deployment/request-transformer.ts';
import { emptyResponseTransformer } from '#domain/deployment/response-transformer.ts';
import { saveOperations } from '#gateway/plan/operations-store.ts';
import { randomId } from '#platform/uuid.ts';
import { send } from '#sandbox/gateway/conformance/client.ts';
import type { WorkedWorld } from '../world/worker-world.ts';
import type { Seen } from './call.ts';
import type { Caller } from './callers.ts';

/** Who calls, and what is done meanwhile; `act` returns the moment when it was Completed. */
export type Scene = Readonly<{ callers: readonly Caller[]; act: () => Promise<number> }>;

type Changes = Partial<DeploymentConfig>;
type KeySettings = Parameters<WorkedWorld['request']['addConsumer']>[3];
type Then = Caller['then'];

export const status =
  (...wanted: number[]): Then =>
  (seen) =>
    wanted.includes(seen.status);
export const header =
  (name: string, value: string | undefined): Then =>
  (seen) =>
    seen.headers[name] === value;
export const hourly = (calls: number) => ({ rateLimit: { window: 'hour', calls, policy: 'local' } }) as const;
export const hourlyHeader = 'x-ratelimit-limit-hour';
export const adding = (line: string) => ({ ...emptyRequestTransformer, addHeaders: [line] });
export const letting = (origin: string): Changes => ({
  cors: { origins: [origin], methods: ['GET', 'HEAD'], headers: [], credentials: false, maxAge: 0 },
});
export const answering = (line: string) => ({ ...emptyResponseTransformer, addHeaders: [line] });

const added = (lines: readonly string[]): ReadonlyMap<string, string> =>
  new Map(lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]));

/** What calls carry by which one sees who changed them: to the upstream, back from it, and the limit. */
const marksOf = ({ requestTransformer, responseTransformer, ratePerMinute }: DeploymentConfig) => ({
  sent: added(requestTransformer?.addHeaders ?? []),
  answered: added(responseTransformer?.addHeaders ?? []),
  limit: ratePerMinute === null ? undefined : String(ratePerMinute),
});

/**
 * What scenes are made of, in one world.
 *
 * @param elsewhere a key of another deployment: known to the gateway, but with no right anywhere else.
 * @param otherUrl  another target.
 */
export const stageOn = (world: WorkedWorld, elsewhere: string, otherUrl: string) => {
  const { request, completed, echoUrl } = world;

  const lockedToOperations = async (paths: SpecOperations['paths']): Promise<Changes> => ({
    lockdown: { revision: 1, operations: await saveOperations(world.pool, { basePath: '', paths }) },
  });
  const lockedTo = (path: string): Promise<Changes> => lockedToOperations([{ path, methods: ['GET'] }]);
  const nameOf = (what: string): Changes => {
    const { name, contextPath } = world.configOf(`${what}-${randomId().slice(0, 8)}`);
    return { name, contextPath };
  };

  /** A deployment of which nothing is on the gateway yet. `to` is what it will be changed to. */
  const planned = (from: Changes, to: Changes = {}) => {
    const id = world.nextId();
    const before = world.configOf(`open-${id}`, from);
    const after = { ...before, ...to };
    const pathOf = ({ contextPath }: DeploymentConfig, path: string) => `/${contextPath}-dev${path}`;
    const arrival = ({ upstreamUrl }: DeploymentConfig, path: string) =>
      `${new URL(upstreamUrl).host}${new URL(upstreamUrl).pathname}${path}`;
    /** By one of the two configurations, with nothing of the other one. One that is for other addresses refuses. */
    const asServedBy =
      (path: string) =>
      (config: DeploymentConfig): Then => {
        const [own, others] = [marksOf(config), [before, after].map(marksOf)];
        const names = (of: 'sent' | 'answered') => others.flatMap((marks) => [...marks[of].keys()]);
        if (config.allowedAddresses && !config.allowedAddresses.includes('127.0.0.0/8')) return status(403);
        return (seen) =>
          seen.status === 200 &&
          seen.arrived === arrival(config, path) &&
          names('sent').every((name) => seen.sent?.[name] === own.sent.get(name)) &&
          names('answered').every((name) => seen.headers[name] === own.answered.get(name)) &&
          seen.headers['x-ratelimit-limit-minute'] === own.limit;
      };
    const caller =
      (who: string, headers: Record<string, string>, may: Caller['may']) =>
      (path: string, then: Then, config = after): Caller => ({
        who: `${who} at ${path}`,
        url: `${world.proxyUrl}${pathOf(config, path)}`,
        headers,
        may,
        arrives: [arrival(before, path), arrival(after, path)],
        then,
      });
    return {
      id,
      before,
      after,
      caller,
      nobody: caller('nobody', {}, false),
      stranger: caller('a key of another deployment', { apikey: elsewhere }, false),
      /** By the new target, and as `also` says. */
      served:
        (path: string, also: Then = () => true): Then =>
        (seen) =>
          seen.status === 200 && seen.arrived === arrival(after, path) && also(seen),
      whole: (path: string): Then[] => [before, after].map(asServedBy(path)),
      deploy: async (config: DeploymentConfig) => completed(await request.deploy(id, config)),
      tokenPath: pathOf(before, '/oauth2/token'),
    };
  };

  /** One that serves, with a key and where it takes tokens a client. */
  const serving = async (from: Changes = {}, to: Changes = {}, settings: KeySettings = {}) => {
    const deployment = planned(from, to);
    const { id, before, after, caller } = deployment;
    await deployment.deploy(before);
    const [consumerId, apikey] = [world.nextId(), `key-${randomId()}`];
    const client = { clientId: `client-${randomId()}`, clientSecret: randomId() };
    const takes = (kind: 'apikey' | 'oauth2') =>
      [before, after].some(({ authentication }) => authentication === 'both' || authentication === kind);
    const credentials = { ...settings, ...(takes('oauth2') ? { client } : {}) };
    await completed(await request.addConsumer(consumerId, id, takes('apikey') ? apikey : null, credentials));
    const key = (value: string, who = 'a key') => caller(who, { apikey: value }, true);
    return {
      ...deployment,
      consumerId,
      key,
      withKey: key(apikey),
      /** Callers with a new token. */
      token: async () => {
        const { clientId: client_id, clientSecret: client_secret } = client;
        const form = { grant_type: 'client_credentials', client_id, client_secret };
        const json = { 'content-type': 'application/json' };
        const { body } = await send(world.proxySslUrl, 'POST', deployment.tokenPath, json, form);
        const { access_token: token } = body as { access_token: string };
        return caller('a token', { authorization: `Bearer ${token}` }, true);
      },
    };
  };

  type Served = Awaited<ReturnType<typeof serving>>;
  type CallersOf = (served: Served) => readonly Caller[] | Promise<readonly Caller[]>;

  return {
    world,
    echoUrl,
    otherUrl,
    newOrganization: async (): Promise<number> => {
      const organizationId = world.nextId();
      await request.organization(organizationId);
      return organizationId;
    },
    lockedTo,
    lockedToOperations,
    nameOf,
    serving,

    deploy: async (config: Changes): Promise<Scene> => {
      const { nobody, stranger, caller, deploy, after } = planned(config);
      return {
        callers: [
          nobody('/pets/7', status(401)),
          stranger('/pets/7', status(config.authentication === 'oauth2' ? 401 : 403)),
          caller('a wrong key', { apikey: 'wrong' }, false)('/pets/7', status(401)),
        ],
        act: () => deploy(after),
      };
    },

    /** Deploys once more with other settings, while `callers` call beside those who never may. */
    change: async (from: Changes, to: Changes, callers: CallersOf, settings: KeySettings = {}): Promise<Scene> => {
      const served = await serving(from, to, settings);
      return {
        callers: [
          // Where keys and tokens work, the address is looked at before a call without either is refused.
          served.nobody('/pets/7', to.allowedAddresses ? status(401, 403) : status(401)),
          served.stranger('/pets/7', status(401, 403)),
          ...(await callers(served)),
        ],
        act: () => served.deploy(served.after),
      };
    },
    stillServed:
      (also?: Then) =>
      ({ withKey, served, whole }: Served) => [
        { ...withKey('/pets/7', served('/pets/7', also)), whole: whole('/pets/7') },
      ],
    /** Calls to what a lockdown lets through, and to what it does not. */
    locked:
      (open: string, shut: string) =>
      ({ withKey, nobody, served, whole }: Served) => [
        { ...withKey(open, served(open)), whole: whole(open) },
        withKey(shut, status(404)),
        nobody(shut, status(404)),
      ],

    /** Between lockdowns that all let /pets/{id} and /shops/{id} be read: whoever does, meets no gap. */
    changeMethods: async (from: Promise<Changes>, to: Promise<Changes>, also: Changes = {}): Promise<Scene> => {
      const served = await serving(await from, { ...(await to), ...also });
      const reader = (path: string): Caller => ({
        ...served.withKey(path, served.served(path)),
        whole: served.whole(path),
      });
      return {
        callers: [served.nobody('/pets/7', status(401)), reader('/pets/7'), reader('/shops/7')],
        act: () => served.deploy(served.after),
      };
    },
    /**
     * A browser asks for a page of an origin, without credentials: no such call ever comes to the upstream, nor does any other
     * with the same method under a lockdown.
     *
     * @param isLetIn whether it is let in after the change.
     * @param locked  whether the deployment is locked to paths all the time.
     */
    pages:
      (origin: string, isLetIn: boolean, locked: boolean) =>
      ({ caller, withKey, served, whole }: Served): Caller[] => {
        const asks = { origin, 'access-control-request-method': 'GET' };
        const preflight = caller(
          'a preflight',
          asks,
          false,
        )('/pets/7', (seen) =>
          isLetIn
            ? seen.status === 200 && seen.headers['access-control-allow-origin'] === origin
            : seen.status === (locked ? 404 : 401),
        );
        const keyed = {
          ...withKey('/pets/7', status(404)),
          who: 'a key with OPTIONS',
          method: 'OPTIONS',
          may: false,
        } as const;
        return [
          { ...preflight, method: 'OPTIONS' },
          ...(locked ? [keyed] : []),
          { ...withKey('/pets/7', served('/pets/7')), whole: whole('/pets/7') },
        ];
      },
    /** Nothing that is sent to a token endpoint comes to the upstream, whoever sends it. */
    tokens: ({ withKey, nobody, served }: Served): Caller[] => [
      withKey('/pets/7', served('/pets/7')),
      { ...withKey('/oauth2/token', status(400, 401, 404)), method: 'POST', may: false },
      { ...nobody('/oauth2/token', status(400, 401, 404)), method: 'POST' },
    ],

    undeploy: async (from: Changes): Promise<Scene> => {
      const { id, nobody, stranger, withKey } = await serving(from);
      const callers = [nobody, stranger, withKey].map((caller) => caller('/pets/7', status(404)));
      return { callers, act: async () => completed(await request.undeploy(id)) };
    },

    /** Something is done about a key; its deployment stays as it is. */
    keyed: async (
      settings: KeySettings,
      act: (served: Served) => Promise<string>,
      callers: CallersOf,
      from: Changes = {},
    ): Promise<Scene> => {
      const served = await serving(from, {}, settings);
      return {
        callers: [served.nobody('/x', status(401)), ...(await callers(served))],
        act: async () => completed(await act(served)),
      };
    },
    /** A new key, which never works without what is its own: `isWhole`. */
    addKey: async (settings: KeySettings, isWhole: (seen: Seen) => boolean, then: Then): Promise<Scene> => {
      const { id, nobody, caller } = await serving();
      const apikey = `key-new-${randomId()}`;
      return {
        callers: [nobody('/x', status(401)), caller('the new key', { apikey }, isWhole)('/x', then)],
        act: async () => completed(await request.addConsumer(world.nextId(), id, apikey, settings)),
      };
    },

    /** Every key of the organization goes with it: nothing else may be under way. */
    revoke: async (): Promise<Scene> => {
      const grantId = world.nextId();
      const accessId = accessIdOf(1, 1);
      const grant = { grantId, apiId: 1, organizationId: 1 };
      await world.send(accessDecider, accessId, { type: 'GrantAccess', data: grant });
      const { withKey, nobody, consumerId } = await serving({}, {}, { grantId });
      return {
        callers: [withKey('/x', status(401)), nobody('/x', status(401))],
        act: async () => {
          await world.send(accessDecider, accessId, { type: 'RevokeAccess', data: { grantId } });
          await world.reached('consumer', consumerId, 'ConsumerRemoved');
          return performance.now();
        },
      };
    },
  };
};

export type Stage = ReturnType<typeof stageOn>;
