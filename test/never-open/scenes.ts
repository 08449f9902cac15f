import { randomId } from '#platform/uuid.ts';
import type { Seen } from './call.ts';
import { adding, answering, header, hourly, hourlyHeader, letting, type Scene, type Stage, status } from './stage.ts';

const limited = (calls: number) => (seen: Seen) => seen.headers[hourlyHeader] === String(calls);

const page = 'https://app.example';
const one = (path: string, ...methods: string[]) => ({ path, methods });

/** Every kind of operation and of change. */
export const scenes: Readonly<Record<string, (stage: Stage) => Promise<Scene>>> = {
  'deploy: key': ({ deploy }) => deploy({ authentication: 'apikey' }),
  'deploy: token': ({ deploy }) => deploy({ authentication: 'oauth2' }),
  'deploy: key or token': ({ deploy }) => deploy({ authentication: 'both' }),
  'deploy: locked to paths': async ({ deploy, lockedTo }) => deploy(await lockedTo('/pets/{id}')),

  'another target': ({ change, stillServed, otherUrl }) =>
    change({}, { upstreamUrl: `${otherUrl}/base` }, stillServed()),
  'another path of the target': ({ change, stillServed, echoUrl }) =>
    change({}, { upstreamUrl: `${echoUrl}/moved` }, stillServed()),
  // What is changed at two objects of the gateway.
  'another target, other changes of calls and answers': ({ change, stillServed, otherUrl }) =>
    change(
      {
        requestTransformer: adding('x-version:1'),
        responseTransformer: answering('x-answer:1'),
        ratePerMinute: 90_000,
      },
      {
        upstreamUrl: `${otherUrl}/moved`,
        requestTransformer: adding('x-version:2'),
        responseTransformer: answering('x-answer:2'),
        ratePerMinute: 80_000,
      },
      stillServed(),
    ),
  'locked, another target and other changes of calls': async ({ change, lockedTo, locked, otherUrl }) =>
    change(
      { ...(await lockedTo('/pets/{id}')), requestTransformer: adding('x-version:1') },
      { upstreamUrl: `${otherUrl}/moved`, requestTransformer: adding('x-version:2') },
      locked('/pets/7', '/admin'),
    ),
  'another target and other changes of calls, with a token': ({ change, otherUrl }) =>
    change(
      { authentication: 'both', requestTransformer: adding('x-version:1') },
      { upstreamUrl: `${otherUrl}/moved`, requestTransformer: adding('x-version:2') },
      async (served) => {
        const withToken = await served.token();
        return [{ ...withToken('/pets/7', served.served('/pets/7')), whole: served.whole('/pets/7') }];
      },
    ),
  'other changes of calls': ({ change, stillServed }) =>
    change(
      { requestTransformer: adding('x-version:1') },
      { requestTransformer: adding('x-version:2') },
      stillServed((seen) => seen.sent?.['x-version'] === '2'),
    ),
  'other changes of answers': ({ change, stillServed }) =>
    change(
      { responseTransformer: answering('x-answer:1') },
      { responseTransformer: answering('x-answer:2') },
      stillServed(header('x-answer', '2')),
    ),
  'another limit of all': ({ change, stillServed }) =>
    change(
      { ratePerMinute: 90_000 },
      { ratePerMinute: 80_000 },
      stillServed(header('x-ratelimit-limit-minute', '80000')),
    ),
  'keys counted together': ({ change, stillServed }) =>
    change(
      { ratePerMinute: 90_000 },
      { ratePerMinute: 80_000, countsTogether: true },
      stillServed(header('x-ratelimit-limit-minute', '80000')),
    ),
  'each key counted again': ({ change, stillServed }) =>
    change(
      { ratePerMinute: 90_000, countsTogether: true },
      { ratePerMinute: 80_000 },
      stillServed(header('x-ratelimit-limit-minute', '80000')),
    ),
  'addresses restricted': ({ change }) =>
    change({}, { allowedAddresses: ['10.0.0.0/8'] }, ({ withKey }) => [withKey('/x', status(403))]),
  'addresses free again': ({ change, stillServed }) =>
    change({ allowedAddresses: ['10.0.0.0/8'] }, { allowedAddresses: null }, stillServed()),

  'pages let in': ({ change, pages }) => change({}, letting(page), pages(page, true, false)),
  'pages let in no more': ({ change, pages }) => change(letting(page), { cors: null }, pages(page, false, false)),
  'locked, pages let in': async ({ change, lockedTo, pages }) =>
    change(await lockedTo('/pets/{id}'), letting(page), pages(page, true, true)),
  'locked, pages let in no more': async ({ change, lockedTo, pages }) =>
    change({ ...(await lockedTo('/pets/{id}')), ...letting(page) }, { cors: null }, pages(page, false, true)),
  'locked to paths': async ({ change, lockedTo, locked }) =>
    change({}, await lockedTo('/pets/{id}'), locked('/pets/7', '/admin')),
  'locked to paths, a key with own changes': async ({ change, lockedTo, locked }) =>
    change({}, await lockedTo('/pets/{id}'), locked('/pets/7', '/admin'), { requestTransformer: adding('x-shop:7') }),
  'locked to other paths': async ({ change, lockedTo }) =>
    change(await lockedTo('/pets/{id}'), await lockedTo('/{any}/7'), ({ withKey, served }) => [
      withKey('/shops/7', served('/shops/7')),
      withKey('/pets/8', status(404)),
    ]),
  'locked, another path of the target': async ({ change, lockedTo, locked, echoUrl }) =>
    change(await lockedTo('/pets/{id}'), { upstreamUrl: `${echoUrl}/moved` }, locked('/pets/7', '/admin')),
  'locked to other methods': ({ lockedToOperations, changeMethods }) =>
    changeMethods(
      lockedToOperations([one('/pets/{id}', 'GET'), one('/shops/{id}', 'GET')]),
      lockedToOperations([one('/pets/{id}', 'GET'), one('/shops/{id}', 'GET', 'POST')]),
    ),
  'locked to methods the other way round': ({ lockedToOperations, changeMethods }) =>
    changeMethods(
      lockedToOperations([one('/pets/{id}', 'GET'), one('/shops/{id}', 'GET', 'POST')]),
      lockedToOperations([one('/pets/{id}', 'GET', 'POST'), one('/shops/{id}', 'GET')]),
    ),
  'locked to other methods, another host of the target': ({ lockedToOperations, changeMethods, otherUrl }) =>
    changeMethods(
      lockedToOperations([one('/pets/{id}', 'GET'), one('/shops/{id}', 'GET')]),
      lockedToOperations([one('/pets/{id}', 'GET', 'POST'), one('/shops/{id}', 'GET', 'POST')]),
      { upstreamUrl: `${otherUrl}/base` },
    ),
  // Calls from here are refused before, and what they call is not there after.
  'locked to paths, addresses free again': async ({ change, lockedTo }) =>
    change(
      { allowedAddresses: ['10.0.0.0/8'] },
      { ...(await lockedTo('/pets/{id}')), allowedAddresses: null },
      ({ withKey, served }) => [
        { ...withKey('/admin', status(404)), may: false },
        withKey('/pets/7', served('/pets/7')),
      ],
    ),
  // What they call is not there before, and they are refused after.
  'unlocked, addresses restricted': async ({ change, lockedTo }) =>
    change(await lockedTo('/pets/{id}'), { lockdown: null, allowedAddresses: ['10.0.0.0/8'] }, ({ withKey }) => [
      { ...withKey('/admin', status(403)), may: false },
      withKey('/pets/7', status(403)),
    ]),
  'locked to more paths, addresses restricted': async ({ change, lockedTo, lockedToOperations }) =>
    change(
      await lockedTo('/pets/{id}'),
      {
        ...(await lockedToOperations([one('/pets/{id}', 'GET'), one('/admin', 'GET')])),
        allowedAddresses: ['10.0.0.0/8'],
      },
      ({ withKey }) => [{ ...withKey('/admin', status(403)), may: false }, withKey('/pets/7', status(403))],
    ),
  'locked, key, then key or token': async ({ change, lockedTo, tokens }) =>
    change({ ...(await lockedTo('/pets/{id}')), authentication: 'apikey' }, { authentication: 'both' }, tokens),
  'locked, key or token, then key': async ({ change, lockedTo, tokens }) =>
    change({ ...(await lockedTo('/pets/{id}')), authentication: 'both' }, { authentication: 'apikey' }, tokens),
  unlocked: async ({ change, lockedTo }) =>
    change(await lockedTo('/pets/{id}'), { lockdown: null }, ({ withKey, served }) => [
      withKey('/pets/7', served('/pets/7')),
      withKey('/admin', served('/admin')),
    ]),

  'key or token, then key': ({ change, stillServed }) =>
    change({ authentication: 'both' }, { authentication: 'apikey' }, async (served) => {
      const withToken = await served.token();
      return [...stillServed()(served), withToken('/pets/7', status(401))];
    }),
  // A key is none yet, and calls from here are refused then.
  'token, then key or token, addresses restricted': ({ change }) =>
    change(
      { authentication: 'oauth2' },
      { authentication: 'both', allowedAddresses: ['10.0.0.0/8'] },
      ({ withKey }) => [{ ...withKey('/pets/7', status(401, 403)), may: false }],
    ),
  'key, then key or token': ({ change, stillServed }) =>
    change({ authentication: 'apikey' }, { authentication: 'both' }, stillServed()),
  'key, then token': ({ change }) =>
    change({ authentication: 'apikey' }, { authentication: 'oauth2' }, ({ withKey }) => [withKey('/x', status(401))]),

  'another name and path': async ({ serving, nameOf }) => {
    const { nobody, stranger, withKey, served, before, after, deploy } = await serving({}, nameOf('moved'));
    return {
      callers: [
        nobody('/x', status(404), before),
        withKey('/x', status(404), before),
        nobody('/x', status(401)),
        stranger('/x', status(403)),
        withKey('/x', served('/x')),
      ],
      act: () => deploy(after),
    };
  },
  'undeploy: key': ({ undeploy }) => undeploy({ authentication: 'apikey' }),
  'undeploy: key or token': ({ undeploy }) => undeploy({ authentication: 'both' }),

  'key added': ({ addKey }) => addKey({}, status(200), status(200)),
  'key with a limit added': ({ addKey }) =>
    addKey(hourly(5), limited(5), (seen) => [200, 429].includes(seen.status) && limited(5)(seen)),
  'key with own changes of calls added': ({ addKey }) => {
    const changed = (seen: Seen) => seen.sent?.['x-shop'] === '7';
    return addKey({ requestTransformer: adding('x-shop:7') }, changed, changed);
  },
  'another limit of a key': ({ keyed, world }) =>
    keyed(
      hourly(90_000),
      ({ consumerId }) => world.request.changeConsumer(consumerId, hourly(80_000)),
      ({ withKey, served }) => [withKey('/x', served('/x', limited(80_000)))],
    ),
  'no limit of a key any more': ({ keyed, world }) =>
    keyed(
      hourly(90_000),
      ({ consumerId }) => world.request.changeConsumer(consumerId, {}),
      ({ withKey, served }) => [withKey('/x', served('/x', header(hourlyHeader, undefined)))],
    ),
  "another limit of an organization's keys": ({ keyed, world }) =>
    keyed(
      {},
      ({ id }) => world.request.limitKeys(id, 1, { window: 'hour', calls: 80_000, policy: 'local' }),
      ({ withKey, served }) => [withKey('/x', served('/x', limited(80_000)))],
      { ratePerMinute: 90_000 },
    ),
  'key rotated': async ({ serving, world }) => {
    const { consumerId, withKey, key, served } = await serving();
    const next = `key-next-${randomId()}`;
    return {
      callers: [key(next, 'the new key')('/x', served('/x')), withKey('/x', served('/x'))],
      act: async () => world.completed(await world.request.rotate(consumerId, next)),
    };
  },
  'old key ended': async ({ serving, world }) => {
    const { consumerId, withKey, key, served } = await serving();
    const next = `key-next-${randomId()}`;
    await world.completed(await world.request.rotate(consumerId, next));
    return {
      callers: [key(next, 'the new key')('/x', served('/x')), withKey('/x', status(401))],
      act: async () => world.completed(await world.request.endPrevious(consumerId)),
    };
  },
  'key deleted': ({ keyed, world }) =>
    keyed(
      {},
      ({ consumerId }) => world.request.removeConsumer(consumerId),
      ({ withKey }) => [withKey('/x', status(401))],
    ),
  'key with a limit deleted': ({ keyed, world }) =>
    keyed(
      hourly(90_000),
      ({ consumerId }) => world.request.removeConsumer(consumerId),
      ({ withKey }) => [withKey('/x', status(401))],
    ),
  'key and token deleted': ({ keyed, world }) =>
    keyed(
      {},
      ({ consumerId }) => world.request.removeConsumer(consumerId),
      async ({ withKey, token }) => [withKey('/x', status(401)), (await token())('/x', status(401))],
      { authentication: 'both' },
    ),

  'organization off': ({ keyed, world, newOrganization }) =>
    newOrganization().then((organizationId) =>
      keyed(
        { organizationId },
        () => world.request.switchOrganization(organizationId, true),
        async ({ withKey, token }) => [withKey('/x', status(401)), (await token())('/x', status(401))],
        { authentication: 'both' },
      ),
    ),
  'organization on': async ({ serving, world, newOrganization }) => {
    const organizationId = await newOrganization();
    const { withKey, served } = await serving({}, {}, { organizationId });
    await world.completed(await world.request.switchOrganization(organizationId, true));
    return {
      callers: [withKey('/x', served('/x'))],
      act: async () => world.completed(await world.request.switchOrganization(organizationId, false)),
    };
  },
};
