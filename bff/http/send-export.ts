import type { Asked, AuditExportCommand } from '#domain/audit-export/audit-export.ts';
import { auditExportDecider } from '#domain/audit-export/decider.ts';
import { newestNote } from '#eventstore/export-proof.ts';
import { randomId } from '#platform/uuid.ts';
import { type ArchivedFile, createArchive } from './archive.ts';
import { runCommand } from './command.ts';
import { fileStream } from './csv.ts';
import { archiveType, askerOf, endWithManifest, refuseOtherSites } from './manifest.ts';
import type { Received } from './route.ts';
import type { Written } from './written.ts';

/** The most bytes of one file. A file in a zip archive has less than 4 GiB. */
const mostBytes = 2 ** 30;

async function* nothing(): AsyncGenerator<Uint8Array> {}

type Request = Pick<Received, 'c' | 'services' | 'caller' | 'action' | 'actor'>;

/**
 * What is exported.
 *
 * @property name  what the archive and its files are called.
 * @property asked what the events say of it.
 * @property parts all rows, in parts that fit into memory.
 * @property query what the manifest says of the question, and `more` what it says of the answer.
 */
type Export<Row> = Readonly<{
  name: string;
  asked: Asked;
  written: Written<Row>;
  parts: () => AsyncGenerator<readonly Row[]>;
  query: object;
  more?: object;
}>;

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
 * Returns rows as an archive: the data in files, then `manifest.json` with the query, who asked, the count and the hashes, then
 * `SHA256SUMS` for `sha256sum -c`. The export is recorded before its first byte and before its manifest.
 */
async function* archiveOf<Row>(
  { services }: Request,
  id: string,
  { name, asked, written, parts, query, more }: Export<Row>,
  record: (command: AuditExportCommand) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const { log, now, pool, settings } = services;
  const { head, lines, tail, most } = written;
  const { userId, organizationId, format } = asked;
  const began = now();
  const archive = createArchive(began);
  const files: (ArchivedFile & Readonly<{ entries: number }>)[] = [];
  let entries = 0;
  let hasEnded = false;
  const rest = parts();
  let next: IteratorResult<readonly Row[]>;
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
      const known = yield* archive.add(`${name}-${files.length + 1}.${format}`, file());
      files.push({ ...known, entries: entries - before });
    } while (!next.done);
    const manifest = {
      export: `audit-export-${id}`,
      askedBy: await askerOf(services, userId),
      began: began.toISOString(),
      ended: now().toISOString(),
      entriesOf: organizationId === null ? 'all organizations' : `organization ${organizationId}`,
      query,
      ...more,
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
        log.error({ err: error, exportId: id }, 'cannot record that an export broke off'),
      );
    }
  }
}

/**
 * Records that somebody exports rows, then sends them. A HEAD exports nothing.
 *
 * @param make is asked for the export when it is certain that there is one.
 */
export const sendExport = async <Row>(
  request: Request,
  name: string,
  make: () => Promise<Omit<Export<Row>, 'name'>> | Omit<Export<Row>, 'name'>,
): Promise<Response> => {
  if (request.c.req.method === 'HEAD') return fileStream(`${name}.zip`, archiveType, nothing());
  refuseOtherSites(request);
  const exported = { name, ...(await make()) };
  const id = randomId();
  const record = recorder(request, id);
  await record({ type: 'BeginExport', data: exported.asked });
  return fileStream(`${name}.zip`, archiveType, archiveOf(request, id, exported, record));
};
