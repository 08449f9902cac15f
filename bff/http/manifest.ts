import { createHash } from 'node:crypto';
import { forbidden, RefusedError } from '#domain/core/problem.ts';
import { fullName } from '../sql/full-name.ts';
import type { ArchivedFile, createArchive } from './archive.ts';
import type { Received } from './route.ts';
import type { Services } from './services.ts';

export const archiveType = 'application/zip';

/** Refuses a download that leaves an event to other sites: the guard against them lets what only reads pass. */
export const refuseOtherSites = ({ c }: Pick<Received, 'c'>): void => {
  if (['cross-site', 'same-site'].includes(c.req.header('sec-fetch-site') ?? ''))
    throw new RefusedError(forbidden('request.cross-site'));
};

/** Returns whom a manifest names as the one who asked. */
export const askerOf = async ({ db }: Pick<Services, 'db'>, userId: number) => ({
  userId,
  ...(await db
    .selectFrom('users')
    .innerJoin('organizations', 'organizations.id', 'users.organization_id')
    .select([fullName('users').as('name'), 'organizations.id as organizationId', 'organizations.name as organization'])
    .where('users.id', '=', userId)
    .executeTakeFirst()),
});

/**
 * Ends an archive with `manifest.json` and `SHA256SUMS`, for `sha256sum -c`. What the manifest says is recorded before it is sent.
 *
 * @param record gets the SHA-256 of the manifest in hex.
 */
export async function* endWithManifest(
  archive: ReturnType<typeof createArchive>,
  files: readonly ArchivedFile[],
  content: object,
  record: (manifest: string) => Promise<void>,
): AsyncGenerator<Uint8Array> {
  const manifest = `${JSON.stringify(content, undefined, 2)}\n`;
  const sum = createHash('sha256').update(manifest).digest('hex');
  await record(sum);
  yield* archive.add('manifest.json', [manifest]);
  const sums = [...files, { name: 'manifest.json', sha256: sum }];
  yield* archive.add('SHA256SUMS', [sums.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')]);
  yield* archive.end();
}
