import { expect, it } from 'vitest';
import { readPropagation, writtenFor } from './propagation.ts';

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
  expect(await readPropagation(nodes({ node_id: 'a', configuration }))).toEqual({
    floor: 5_000,
    workers: 2,
    time: 1_000_000,
  });
});

it('also waits until other nodes ask the database', async () => {
  const found = await readPropagation(nodes({ node_id: 'a', configuration }, { node_id: 'b', configuration }));
  expect(found.floor).toBe(11_000);
});

it('does not wait if Kong is strictly consistent', async () => {
  const strict = { ...configuration, worker_consistency: 'strict' };
  expect((await readPropagation(nodes({ node_id: 'a', configuration: strict }))).floor).toBe(0);
});

it("uses Kong's defaults for what a gateway does not tell", async () => {
  expect(await readPropagation(nodes({}))).toMatchObject({ floor: 5_000, workers: 4 });
});

it('counts from the end of the second in which an entity was written', () => {
  expect(writtenFor({ body: { updated_at: 998 } }, 1_000_000)).toBe(1_000);
  expect(writtenFor({ body: { updated_at: 1_000 } }, 1_000_000)).toBe(0);
  expect(writtenFor({ body: {} }, 1_000_000)).toBe(0);
});
