import type { Logger } from 'pino';
import { wordsOf } from '#domain/api/search-terms.ts';
import { isRefusal } from '#domain/core/problem.ts';
import { type Database, isMissingTable, type Pool } from '#platform/database.ts';
import type { SpecDocument } from '#specs/spec-document.ts';
import { readSpec } from './read-spec.ts';
import { loadSpec } from './spec-store.ts';

/** Stores what the search finds of a document's operations, once. The document must be stored. */
export const saveOperationTexts = async (
  database: Database,
  { hash, texts }: Pick<SpecDocument, 'hash' | 'texts'>,
): Promise<void> => {
  const words = ` ${[...new Set(texts.flatMap((text) => wordsOf(text.words)))].join(' ')} `;
  const column = (name: keyof (typeof texts)[number]) => texts.map((text) => text[name]);
  await database.query(
    `with added as (
       insert into searched_documents (hash, words) values ($1, $2) on conflict (hash) do nothing returning hash
     )
     insert into operation_texts (hash, number, method, path, summary, words)
     select hash, number, method, path, summary, text.words
     from added, unnest($3::text[], $4::text[], $5::text[], $6::text[])
       with ordinality as text (method, path, summary, words, number)`,
    [hash, words, column('method'), column('path'), column('summary'), column('words')],
  );
};

/** Documents that are read in one turn. */
const turn = 100;

/**
 * Reads the documents of APIs whose operations the search does not know yet: those of a former release, and restored ones.
 * Drops those of documents that no API has any more, unless an upload has just stored them.
 *
 * @returns whether more are left.
 */
export const completeOperationTexts = async (pool: Pool, signal: AbortSignal): Promise<boolean> => {
  await pool.query(
    `with unused as (
       delete from searched_documents where created_at < now() - interval '1 hour'
       and not exists (select from apis where spec_hash = searched_documents.hash) returning hash
     )
     delete from operation_texts where hash in (select hash from unused)`,
  );
  const { rows } = await pool.query<{ hash: string }>(
    `select distinct spec_hash as hash from apis where spec_format <> 'pdf'
     and not exists (select from searched_documents where hash = spec_hash) limit ${turn}`,
  );
  for (const { hash } of rows) {
    if (signal.aborted) return false;
    const spec = await loadSpec(pool, hash);
    const document = spec && (await readSpec(spec.bytes, { signal }));
    // A document that this release can't read has no operations to find.
    const texts = document && !isRefusal(document) ? document.texts : [];
    if (spec) await saveOperationTexts(pool, { hash, texts });
  }
  return rows.length === turn;
};

/** Completes them now, and every minute. Several processes may do it at once. @returns a function that stops it. */
export const startCompletingOperationTexts = ({ pool, log }: Readonly<{ pool: Pool; log: Logger }>): (() => void) => {
  const stopping = new AbortController();
  let isRunning = false;
  const run = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    try {
      while (await completeOperationTexts(pool, stopping.signal));
    } catch (error) {
      // The projector creates the table of APIs when it starts.
      if (!stopping.signal.aborted && !isMissingTable(error))
        log.warn({ err: error }, 'operations not read for the search, tried again in a minute');
    } finally {
      isRunning = false;
    }
  };
  void run();
  const timer = setInterval(() => void run(), 60_000);
  timer.unref();
  return () => {
    clearInterval(timer);
    stopping.abort();
  };
};
