import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeploymentConfig } from '#domain/deployment/deployment.ts';
import type { SpecOperations } from '#domain/deployment/lockdown.ts';
import { type Caller, letCall } from '#test/never-open/callers.ts';
import { adding, type Stage, stageOn, status } from '#test/never-open/stage.ts';
import { fc, seed } from '#test/runner/chance.ts';
import { lastNet } from '#test/runner/limit.ts';
import { startSandboxGateway } from '#test/world/gateway-under-test.ts';
import { startWorkedWorld, type WorkedWorld } from '#test/world/worker-world.ts';

/*
 * Changes any configuration into any other, on a gateway whose workers load changes at random times. No call gets where
 * neither configuration allows it. Each answer is wholly that of one of them.
 */

/** The callers' addresses. */
const here = ['127.0.0.0/8'];
const elsewhere = ['10.0.0.0/8'];
const paths = ['/pets/{id}', '/shops/{id}', '/admin'] as const;
const called = ['/pets/7', '/shops/7', '/admin'] as const;

const lock = fc
  .uniqueArray(fc.record({ path: fc.constantFrom(...paths), posts: fc.boolean() }), {
    minLength: 1,
    selector: ({ path }) => path,
  })
  .map((chosen): SpecOperations['paths'] =>
    chosen.map(({ path, posts }) => ({ path, methods: posts ? ['GET', 'POST'] : ['GET'] })),
  );
const settings = fc.record({
  lock: fc.option(lock, { freq: 2 }),
  authentication: fc.constantFrom('apikey' as const, 'both' as const, 'oauth2' as const),
  addresses: fc.constantFrom<(string[] | null)[]>(null, elsewhere, here, [...here, ...elsewhere]),
  target: fc.constantFrom('base', 'moved', 'other'),
  adds: fc.boolean(),
});
type Settings = typeof settings extends fc.Arbitrary<infer Value> ? Value : never;
const phase = fc.double({ min: 0, max: 0.99, noNaN: true });
const phases = fc.tuple(fc.record({ router: phase, plugins: phase }), fc.record({ router: phase, plugins: phase }));

const chosen = fc.sample(fc.tuple(settings, settings), { seed, numRuns: 16 });

const lockedTo = (path: (typeof paths)[number], addresses: string[]): Settings => ({
  lock: [{ path, methods: ['GET'] }],
  authentication: 'apikey',
  addresses,
  target: 'base',
  adds: false,
});
/**
 * The callers and the paths change at the same time: nobody may reach the old path with the new address, or the other
 * way round.
 */
const crossing: typeof chosen = [
  [lockedTo('/pets/{id}', elsewhere), lockedTo('/shops/{id}', here)],
  [lockedTo('/pets/{id}', here), lockedTo('/shops/{id}', elsewhere)],
];
/**
 * An open route gets a new path while a new route takes its old ones. The first look found the new path missing, and the
 * operation waited for ever.
 */
const movingOn: typeof chosen = [
  [
    { ...lockedTo('/shops/{id}', here), lock: [{ path: '/shops/{id}', methods: ['GET', 'POST'] }] },
    {
      ...lockedTo('/shops/{id}', here),
      lock: [
        { path: '/shops/{id}', methods: ['GET'] },
        { path: '/pets/{id}', methods: ['GET', 'POST'] },
      ],
    },
  ],
];
/** Tokens become tokens and keys, while one path opens further and another one closes: no key may reach that one. */
const joinedByKeys: typeof chosen = [
  [
    {
      ...lockedTo('/shops/{id}', here),
      lock: [
        { path: '/admin', methods: ['GET', 'POST'] },
        { path: '/shops/{id}', methods: ['GET'] },
        { path: '/pets/{id}', methods: ['GET', 'POST'] },
      ],
      authentication: 'oauth2',
      addresses: [...here, ...elsewhere],
      target: 'moved',
      adds: true,
    },
    {
      ...lockedTo('/shops/{id}', here),
      lock: [
        { path: '/shops/{id}', methods: ['GET'] },
        { path: '/pets/{id}', methods: ['GET', 'POST'] },
      ],
      authentication: 'both',
      addresses: null,
      target: 'other',
    },
  ],
];
const pairs = [...crossing, ...movingOn, ...joinedByKeys, ...chosen];

const letsThrough = ({ lock, authentication, addresses }: Settings, path: (typeof called)[number]): boolean =>
  authentication !== 'oauth2' &&
  (addresses?.includes('127.0.0.0/8') ?? true) &&
  (lock?.some((one) => one.path === paths[called.indexOf(path)]) ?? true);

describe.concurrent(`changes chosen by ${seed}`, () => {
  let world: WorkedWorld;
  let stage: Stage;
  beforeAll(async () => {
    const [chosen] = fc.sample(phases, { seed, numRuns: 1 });
    const start = () => startSandboxGateway({ frequency: 0.8, workers: 2, ...(chosen ? { phases: chosen } : {}) });
    world = await startWorkedWorld({}, undefined, { start });
    stage = stageOn(world, 'a key of nobody', await world.startUpstream());
  }, 120_000);
  afterAll(() => world?.close(), 120_000);

  const configOf = async ({ lock, authentication, addresses, target, adds }: Settings) =>
    ({
      lockdown: null,
      ...(lock ? await stage.lockedToOperations(lock) : {}),
      authentication,
      allowedAddresses: addresses,
      upstreamUrl: target === 'other' ? `${stage.otherUrl}/base` : `${stage.echoUrl}/${target}`,
      requestTransformer: adds ? adding('x-added:1') : adding('x-other:1'),
    }) satisfies Partial<DeploymentConfig>;

  it.each(pairs.map(([from, to]) => ({ from, to })))(
    '%j',
    async ({ from, to }) => {
      const served = await stage.serving(await configOf(from), await configOf(to));
      const callers = called.flatMap((path): Caller[] => {
        const [before, after] = [letsThrough(from, path), letsThrough(to, path)];
        const refused = status(401, 403, 404);
        const [asBefore, asAfter] = served.whole(path);
        return [
          served.nobody(path, refused),
          {
            ...served.withKey(path, after ? served.served(path) : refused),
            may: before || after,
            whole: [before ? asBefore : refused, after ? asAfter : refused].filter((each) => each !== undefined),
          },
        ];
      });
      const { completed, stop } = letCall(callers, 10);
      await completed(await served.deploy(served.after), 1_500);
      const { calls, ...wrong } = await stop();
      expect(calls).toBeGreaterThan(callers.length * 5);
      expect(wrong).toEqual({ open: 0, astray: 0, broken: 0, mixed: 0, old: 0, examples: [] });
    },
    lastNet,
  );
});
