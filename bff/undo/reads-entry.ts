import { may } from '#domain/core/authorization.ts';
import { RefusedError } from '#domain/core/problem.ts';
import { findApplication } from '../application/row.ts';
import type { Row } from '../audit/row.ts';
import { lookInto, seesEntry } from '../history/sight.ts';
import type { Received } from '../http/route.ts';

type Asked = Pick<Received, 'services' | 'actor'>;

/** Returns whether the reader sees an entry in the audit. */
export const audits = ({ actor }: Asked, row: Row): boolean =>
  may(actor, 'audit.list') && (may(actor, 'audit.list-all') || row.organization_id === actor.organizationId);

const readsApi = async ({ services, actor }: Asked, row: Row): Promise<boolean> => {
  const found = await lookInto(services.db, actor, row.about_id).catch((error: unknown) => {
    if (error instanceof RefusedError) return undefined;
    throw error;
  });
  return found !== undefined && seesEntry(found.sight, actor, row);
};

/** Returns whether the reader sees an entry: in the audit, or in the history of its thing. */
export const readsEntry = async (asked: Asked, row: Row): Promise<boolean> => {
  const { services, actor } = asked;
  if (audits(asked, row)) return true;
  switch (row.about_noun) {
    case 'api':
      return await readsApi(asked, row);
    case 'application': {
      const found = await findApplication(services.db, row.about_id);
      return found !== undefined && may(actor, 'application.read', found.resource);
    }
    case 'organization':
      return may(actor, 'organization.read', { organizationId: row.about_id });
    case 'user':
      return row.about_id === actor.userId;
    // The desk shows who has what, and until when it is muted.
    case 'desk-case':
      return may(actor, 'desk-case.hand-over');
    default:
      return false;
  }
};
