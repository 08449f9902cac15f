import type { AuditFileQuery, AuditFilters, AuditRow } from '#domain/audit/schema.ts';
import type { Asked, AuditExportCommand } from '#domain/audit-export/audit-export.ts';
import { auditExportDecider } from '#domain/audit-export/decider.ts';
import { newestNote } from '#eventstore/export-proof.ts';
import { randomId } from '#platform/uuid.ts';
import { type ArchivedFile, createArchive } from '../http/archive.ts';
import { runCommand } from '../http/command.ts';
import { fileStream } from '../http/csv.ts';
import { archiveType, askerOf, endWithManifest, refuseOtherSites } from '../http/manifest.ts';
import type { Received } from '../http/route.ts';
import { allEntries, sightOf } from './entries.ts';
import { written } from './file.ts';

/** The most bytes of one file. A file in a zip archive has less than 4 GiB. */
const mostBytes = 2 ** 30;

const archiveName = 'audit.zip';

async function* nothing(): AsyncGenerator<Uint8Array> {}

type Request = Pick<Received, 'c' | 'services' | 'caller' | 'action' | 'actor'> & Readonly<{ query: AuditFileQuery }>;

/** Returns the filters of a query under the names of the event. */
const askedOf = ({ userId: doneBy, organizationId: ofOrganization, ...filters }: AuditFilters) => {
  const { search, person, address, noun, act, thing, startDate, endDate } = filters;
  return {
    ...{ search, person, address, thing },
    ...(noun && { noun }),
    ...(act && { act }),
    ...(doneBy && { doneBy }),
    ...(ofOrganization && { ofOrganization }),
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
  };
};

/** Records one step of an export, each with a command of its own. */
const recorder = (request: Request, id: string) => async (command: AuditExportCommand) => {
  const isNew = command.type === 'BeginExport';
  await runCommand(
    request,
    { id, ...command },
    async () => ({ decider: auditExportDecider, id, isNew, command, response: {} }),
    randomId(),
  );
};

/**
 * Returns the entries of a query as an archive: the data in files, then `manifest.json` with the query, who asked, the count and the
 * hashes, then `SHA256SUMS` for `sha256sum -c`. The export is recorded before its first byte and before its manifest.
 */
async function* archiveOf(
  request: Request,
  id: string,
  asked: Asked,
  record: (command: AuditExportCommand) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const { services, actor, query } = request;
  const { log, now, pool, settings } = services;
  const { head, lines, tail, most } = written[query.format];
  const began = now();
  const archive = createArchive(began);
  const files: (ArchivedFile & Readonly<{ entries: number }>)[] = [];
  let entries = 0;
  let hasEnded = false;
  const rest = allEntries(services, actor, query)[Symbol.asyncIterator]();
  let next: IteratorResult<readonly AuditRow[]>;
  try {
    next = await rest.next();
    do {
      const before = entries;
      const file = async function* () {
        yield head;
        for (let bytes = 0; !next.done; next = await rest.next()) {
          if (entries - before + next.value.length > most || bytes > mostBytes) break;
          const text = lines(next.value);
          bytes += text.length;
          entries += next.value.length;
          yield text;
        }
        yield tail;
      };
      const known = yield* archive.add(`audit-${files.length + 1}.${query.format}`, file());
      files.push({ ...known, entries: entries - before });
    } while (!next.done);
    const { userId, organizationId, format, ...filters } = asked;
    const manifest = {
      export: `audit-export-${id}`,
      askedBy: await askerOf(services, userId),
      began: began.toISOString(),
      ended: now().toISOString(),
      entriesOf: organizationId === null ? 'all organizations' : `organization ${organizationId}`,
      query: filters,
      format,
      entries,
      files,
      checkpoint: (await newestNote(pool, settings)) ?? null,
    };
    yield* endWithManifest(archive, files, manifest, async (sum) => {
      await record({ type: 'CompleteExport', data: { entries, manifest: sum } });
      hasEnded = true;
    });
  } finally {
    await rest.return?.(undefined);
    if (!hasEnded) {
      await record({ type: 'BreakExportOff', data: { entries } }).catch((error: unknown) =>
        log.error({ err: error, exportId: id }, 'cannot record that an export of the audit broke off'),
      );
    }
  }
}

/** Records that somebody exports entries, then sends them. */
export const exportAudit = async (request: Request): Promise<Response> => {
  const { c, actor, query } = request;
  if (c.req.method === 'HEAD') return fileStream(archiveName, archiveType, nothing());
  refuseOtherSites(request);
  const id = randomId();
  const asked: Asked = {
    userId: actor.userId,
    organizationId: sightOf(actor).only ?? null,
    format: query.format,
    ...askedOf(query),
  };
  const record = recorder(request, id);
  await record({ type: 'BeginExport', data: asked });
  return fileStream(archiveName, archiveType, archiveOf(request, id, asked, record));
};
