import { RefusedError, refuse } from '#domain/core/problem.ts';
import { getLogVerification, requestLogVerification } from '#domain/log-verification/calls.ts';
import { logVerificationDecider } from '#domain/log-verification/decider.ts';
import { type Alteration, type LogVerificationAnswer, namedFindings } from '#domain/log-verification/schema.ts';
import type { Finding } from '#eventstore/finding.ts';
import { readAwaySinks, readVerification } from '#eventstore/log-verifications.ts';
import { askForVerification, readBrokenOff, readOpenVerification } from '#eventstore/verification-requests.ts';
import { commandIdOf, runCommand } from '../http/command.ts';
import { authorizeOpenly, route } from '../http/route.ts';
import type { Services } from '../http/services.ts';

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
  foreign: 'added',
  result: 'altered',
  moved: 'moved',
  unsigned: 'unsigned',
};

const readLogVerification = async ({
  pool,
  store,
}: Pick<Services, 'pool' | 'store'>): Promise<LogVerificationAnswer> => {
  const [{ verifiedAt, events, findings, rows, rowsTotal, uncompared }, away, open, brokenOff, sealsDemanded] =
    await Promise.all([
      readVerification(pool),
      readAwaySinks(pool),
      readOpenVerification(pool),
      readBrokenOff(pool),
      store.sealsDemanded(),
    ]);
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
    events,
    running: open ? { requestedAt: open.requestedAt.toISOString(), began: open.began, events: open.events } : null,
    brokeOffAt: brokenOff?.toISOString() ?? null,
    total: told.size,
    findings: [...told.values()].slice(0, namedFindings),
    rowsTotal,
    rows: rows.slice(0, namedFindings).map(({ table, key }) => ({ table, key })),
    uncompared: uncompared.slice(0, namedFindings),
    outsideSince: longest ?? null,
    sealsDemanded: sealsDemanded !== 'no',
  };
};

export const logVerificationRoutes = [
  route(getLogVerification, {
    action: 'log-verification.read',
    summary: 'Whether the event log is as it was written, and since when it is not',
    handle: async ({ services, actor }) => {
      authorizeOpenly(actor, 'log-verification.read');
      return await readLogVerification(services);
    },
  }),
  route(requestLogVerification, {
    action: 'log-verification.request',
    summary: 'Have the whole event log verified now; the result is in GET',
    handle: async (request) => {
      const { actor, services } = request;
      authorizeOpenly(actor, 'log-verification.request');
      const id = commandIdOf(request);
      return await runCommand(request, {}, async () => {
        const open = await readOpenVerification(services.pool);
        if (open && open.id !== id) throw new RefusedError(refuse('conflict', { code: 'log-verification.running' }));
        // The projector asks the table. It comes first: what is in the log and not there would never be carried out.
        await askForVerification(services.pool, id);
        return {
          decider: logVerificationDecider,
          id,
          isNew: true,
          command: { type: 'RequestVerification', data: { userId: actor.userId } } as const,
          response: { id },
        };
      });
    },
  }),
];
