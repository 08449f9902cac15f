import pg from 'pg';
import type { EventMeta } from '#domain/core/event.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { Codec } from '#eventstore/codec.ts';
import type { NewEvent } from '#eventstore/event-store.ts';

/** The first event of a stream. */
export type FirstEvent = Readonly<{ stream: string; event: NewEvent<PorticoEvent>; meta: EventMeta }>;

const batchSize = 1_000;

const procedure = `
create procedure bench_append_many(
  p_commands text[], p_streams text[], p_events uuid[], p_types text[], p_versions integer[], p_data text[], p_meta text[]
) language plpgsql as $$
begin
  for i in 1 .. cardinality(p_commands) loop
    perform append_events(
      p_commands[i], 'bench', p_streams[i], 0, p_events[i:i], p_types[i:i], p_versions[i:i], p_data[i:i], p_meta[i:i], '{}');
    -- Each is a transaction of its own, as append_events asks for.
    commit;
  end loop;
end
$$`;

/**
 * Fills the log as the event store would, with its codec and its own append function, but without a round trip and a
 * wait for the disk for each event. It makes a long log for a benchmark; it does not measure appending.
 *
 * @param url the address for the owner, who may make a procedure.
 */
export const appendMany = async (
  url: string,
  codec: Codec<PorticoEvent>,
  all: readonly FirstEvent[],
): Promise<void> => {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query(procedure);
  await owner.query('set synchronous_commit = off');
  for (let from = 0; from < all.length; from += batchSize) {
    const batch = await Promise.all(
      all.slice(from, from + batchSize).map(async ({ stream, event, meta }) => {
        const [encoded] = await codec.encode(stream, [event], meta);
        if (!encoded) throw new Error('the codec returned nothing');
        return { stream, command: meta.commandId, ...encoded };
      }),
    );
    await owner.query('call bench_append_many($1, $2, $3, $4, $5, $6, $7)', [
      batch.map(({ command }) => command),
      batch.map(({ stream }) => stream),
      batch.map(({ id }) => id),
      batch.map(({ type }) => type),
      batch.map(({ schemaVersion }) => schemaVersion),
      batch.map(({ data }) => data),
      batch.map(({ meta }) => meta),
    ]);
  }
  await owner.end();
};
