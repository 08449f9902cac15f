import { getLogVerification } from '#domain/log-verification/calls.ts';
import { type Alteration, type LogVerificationAnswer, namedFindings } from '#domain/log-verification/schema.ts';
import type { Finding } from '#eventstore/finding.ts';
import { readAwaySinks, readVerification } from '#eventstore/log-verifications.ts';
import type { Pool } from '#platform/database.ts';
import { authorizeOpenly, route } from '../http/route.ts';

const alterationOf: Readonly<Record<Finding['reason'], Alteration>> = {
  changed: 'altered',
  unlinked: 'altered',
  shortened: 'altered',
  unsealed: 'altered',
  rewritten: 'altered',
  missing: 'removed',
  removed: 'removed',
  forgotten: 'removed',
  added: 'added',
  unasked: 'added',
  moved: 'moved',
  unsigned: 'unsigned',
};

const readLogVerification = async (pool: Pool): Promise<LogVerificationAnswer> => {
  const [{ verifiedAt, findings }, away] = await Promise.all([readVerification(pool), readAwaySinks(pool)]);
  // One thing that was done can be found in several ways.
  const told = new Map(
    findings.map(({ stream, version, reason, since }) => {
      const what = alterationOf[reason];
      return [`${stream} ${version} ${what}`, { stream, version, what, since: since?.at ?? null }] as const;
    }),
  );
  const [longest] = away.map(({ since }) => since.toISOString()).toSorted();
  return {
    verifiedAt: verifiedAt?.toISOString() ?? null,
    total: told.size,
    findings: [...told.values()].slice(0, namedFindings),
    outsideSince: longest ?? null,
  };
};

export const logVerificationRoutes = [
  route(getLogVerification, {
    action: 'log-verification.read',
    summary: 'Whether the event log is as it was written, and since when it is not',
    handle: async ({ services, actor }) => {
      authorizeOpenly(actor, 'log-verification.read');
      return await readLogVerification(services.pool);
    },
  }),
];
