import { distinct } from '#domain/core/distinct.ts';
import { accessInbox } from '../access/inbox.ts';
import { approvalInbox } from '../approval/inbox.ts';
import { driftInbox } from '../difference/inbox.ts';
import { deletionInbox } from '../organization/shared/inbox.ts';
import { registrationInbox } from '../registration/inbox.ts';
import { reviewInbox } from '../review-round/inbox.ts';
import type { InboxPart } from '../sql/inbox-part.ts';

/** Every kind of thing that waits for a decision. */
export const inboxParts: readonly InboxPart[] = distinct(
  'kind of the inbox',
  [accessInbox, registrationInbox, deletionInbox, driftInbox, approvalInbox, reviewInbox],
  ({ kind }) => kind,
);
