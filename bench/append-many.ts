import type { EventMeta } from '#domain/core/event.ts';
import type { PorticoEvent } from '#domain/event-catalogue.ts';
import type { Codec } from '#eventstore/codec.ts';
import type { NewEvent } from '#eventstore/event-store.ts';
import { createClient } from '#platform/database.ts';

/** A new stream with all its events, which one command appends. */
export type NewStream = Readonly<{ stream: string; events: readonly NewEvent<PorticoEvent>[]; meta: EventMeta }>;

const batchSize = 1_000;

/** Cuts into batches, so that a long log need not be in memory. */
function* partsOf(all: Iterable<NewStream>): Generator<NewStream[]> {
  let part: NewStream[] = [];
  for (const each of all) {
    part.push(each);
    if (part.length < batchSize) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

const procedure = `
create procedure bench_append_many(
  p_commands text[], p_streams text[], p_last integer[], p_events uuid[], p_types text[], p_versions integer[], p_data text[], p_meta text[]
) language plpgsql as $$
declare
  v_first integer := 1;
begin
  for i in 1 .. cardinality(p_commands) loop
    perform append_events(
      p_commands[i], 'bench', p_streams[i], 0, p_events[v_first:p_last[i]], p_types[v_first:p_last[i]],
      p_versions[v_first:p_last[i]], p_data[v_first:p_last[i]], p_meta[v_first:p_last[i]], '{}');
    v_first := p_last[i] + 1;
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
export const appendMany = async (url: string, codec: Codec<PorticoEvent>, all: Iterable<NewStream>): Promise<void> => {
  const owner = createClient({ connectionString: url });
  await owner.connect();
  await owner.query(procedure);
  await owner.query('set synchronous_commit = off');
  for (const part of partsOf(all)) {
    const batch = await Promise.all(
      part.map(async ({ stream, events, meta }) => ({
        stream,
        command: meta.commandId,
        encoded: await codec.encode({ stream, expectedVersion: 0, events, meta }),
      })),
    );
    const events = batch.flatMap(({ encoded }) => encoded);
    let last = 0;
    await owner.query('call bench_append_many($1, $2, $3, $4, $5, $6, $7, $8)', [
      batch.map(({ command }) => command),
      batch.map(({ stream }) => stream),
      batch.map(({ encoded }) => {
        last += encoded.length;
        return last;
      }),
      events.map(({ id }) => id),
      events.map(({ type }) => type),
      events.map(({ schemaVersion }) => schemaVersion),
      events.map(({ data }) => data),
      events.map(({ meta }) => meta),
    ]);
  }
  await owner.query('drop procedure bench_append_many');
  await owner.end();
};
