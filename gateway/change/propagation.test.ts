import { expect, it } from 'vitest';
import { afterSeeing, floorOf, readPropagation, spreadOf, writtenFor } from './propagation.ts';

const configuration = {
  worker_consistency: 'eventual',
  worker_state_update_frequency: 5,
  db_update_frequency: 5,
  db_update_propagation: 1,
  nginx_worker_processes: '2',
};
const nodes = (...bodies: Record<string, unknown>[]) => {
  let asked = -1;
  return {
    information: async () => {
      asked += 1;
      return { body: bodies[asked % bodies.length] ?? {}, time: 1_000_000 };
    },
  };
};

it('waits as long as a worker may need', async () => {
  const found = await readPropagation(nodes({ node_id: 'a', configuration }));
  expect(found).toMatchObject({ workers: 2, time: 1_000_000 });
  expect([floorOf(found), spreadOf(found)]).toEqual([5_000, 0]);
});

it('also waits until other nodes ask the database, however they became known', async () => {
  const [one, other] = [
    { node_id: 'a', configuration },
    { node_id: 'b', configuration },
  ];
  const alone = await readPropagation(nodes(one));
  const all = [
    await readPropagation(nodes(one, other)),
    await readPropagation(nodes(one), 2),
    afterSeeing(alone, { nodes: new Set(['b']), workers: 4 }),
  ];
  for (const found of all) {
    expect([floorOf(found), spreadOf(found)]).toEqual([11_500, 6_500]);
    expect(found.workers).toBe(4);
  }
  expect(floorOf(afterSeeing(alone, { nodes: new Set(['a']), workers: 2 }))).toBe(5_000);
});

it('does not wait if Kong is strictly consistent', async () => {
  const strict = { ...configuration, worker_consistency: 'strict' };
  expect(floorOf(await readPropagation(nodes({ node_id: 'a', configuration: strict })))).toBe(0);
});

it("uses Kong's defaults for what a gateway does not tell", async () => {
  expect(await readPropagation(nodes({}))).toMatchObject({ timer: 5_000, workers: 4 });
});

it('counts from the end of the second in which an entity was written', () => {
  expect(writtenFor({ body: { updated_at: 998 } }, 1_000_000)).toBe(1_000);
  expect(writtenFor({ body: { updated_at: 1_000 } }, 1_000_000)).toBe(0);
  expect(writtenFor({ body: {} }, 1_000_000)).toBe(0);
});
