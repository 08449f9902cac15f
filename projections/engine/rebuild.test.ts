import { expect, test } from 'vitest';
import { readVerification } from '#eventstore/log-verifications.ts';
import { createSubjectKeys } from '#eventstore/subject-keys.ts';
import { fc } from '#test/runner/chance.ts';
import { lastNet, within } from '#test/runner/limit.ts';
import { allProjections } from '../all-projections.ts';
import { openPortal } from './fixture/open-portal.ts';
import { anyHistory, type Happening, stateOf } from './fixture/random-history.ts';
import { requestRebuild } from './generations.ts';
import { standingOf } from './switch-generation.ts';

const ids = [1, 2, 3, 4];

/** What the deciders know of everything that has a row, in the words of the tables. */
const expectedStates = (history: readonly Happening[]) => {
  const of = (noun: 'api' | 'deployment', gone: string) =>
    ids.flatMap((id) => {
      const { status } = stateOf(history, noun, id);
      return status === 'none' || status === gone ? [] : [{ id, state: status }];
    });
  return { apis: of('api', 'deleted').map(({ id }) => id), deployments: of('deployment', 'removed') };
};

test(
  'I1: after any history, tables that are rebuilt from zero equal the live ones row for row, whatever the batch size',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory, fc.constantFrom(1, 3, 500), async (history, liveBatchSize) => {
        const portal = await openPortal();
        const stopLive = portal.run({ batchSize: liveBatchSize });
        for (const { stream, events } of history) await portal.happen(stream, events);
        expect(await portal.caughtUp()).toBe(true);
        const live = await portal.dump();

        const expected = expectedStates(history);
        expect(await portal.rows('select id from apis order by id')).toEqual(expected.apis.map((id) => ({ id })));
        expect(await portal.rows('select id, state from deployments order by id')).toEqual(expected.deployments);
        expect(await portal.rows('select name, stream, event_type, error from parked_streams')).toEqual([]);

        await stopLive();
        for (const batchSize of [1, 7, 500]) {
          const generations = await Promise.all(
            allProjections.map((projection) => requestRebuild(portal.pool, projection)),
          );
          const stop = portal.run({ batchSize });
          await within(
            // Every table anew, each in as many steps as there are events.
            2000,
            async () => {
              for (const [index, projection] of allProjections.entries()) {
                expect(await standingOf(portal.pool, projection, generations[index] ?? 0)).toBe('live');
              }
            },
            20,
          );
          await stop();
          expect(await portal.dump()).toEqual(live);
          expect(await readVerification(portal.pool)).toMatchObject({ findings: [], rows: [], uncompared: [] });
        }

        // What an erasure changes in them is no alteration.
        const erasures = createSubjectKeys(portal.pool, portal.key);
        for (const { id } of await portal.rows('select subject as id from subject_keys'))
          await erasures.eraseSubject(Number(id));
        const stop = portal.run();
        await within(2000, async () =>
          expect(
            await portal.rows(
              `select projection from generations where state = 'building'
                 or state = 'live' and created_at <= (select max(destroyed_at) from subject_keys)`,
            ),
          ).toEqual([]),
        );
        await stop();
        expect(await readVerification(portal.pool)).toMatchObject({ findings: [], rows: [], uncompared: [] });
      }),
      // A smaller history would take minutes to find: the seed is printed.
      { numRuns: 4, endOnFailure: true },
    );
  },
  lastNet,
);
