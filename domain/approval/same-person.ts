import { streamOf } from '../core/id.ts';
import { revisionOf } from '../user/revision.ts';
import type { UserEvent } from '../user/user.ts';
import type { ApprovedChange } from './approval.ts';

/** A change that is about a person. */
export type ChangeOfPerson = Extract<ApprovedChange, { kind: 'administrator' | 'erasure' }>;

/** Returns whether a change is about a person. */
export const isOfPerson = (change: ApprovedChange): change is ChangeOfPerson =>
  change.kind === 'administrator' || change.kind === 'erasure';

/** Returns the stream whose events say who the person of a change is: their account, or their denied request for one. */
export const streamOfPerson = (change: ChangeOfPerson): string =>
  change.kind === 'erasure' && change.registrationId !== undefined
    ? streamOf('registration', change.registrationId)
    : streamOf('user', change.userId);

/** Returns the revision that a change is about now. @param events all events of its stream. */
export const revisionNow = (
  change: Pick<ChangeOfPerson, 'kind'> & Readonly<{ registrationId?: number | undefined }>,
  events: readonly Readonly<{ version: number }>[],
): number =>
  // Every event of a denied request changes it.
  change.registrationId === undefined
    ? revisionOf(events as readonly (UserEvent & { version: number })[])
    : (events.at(-1)?.version ?? 0);

/** Returns whether the person of a change is still the one that somebody asked for. */
export const isSamePerson = (change: ChangeOfPerson, events: readonly Readonly<{ version: number }>[]): boolean =>
  revisionNow(change, events) === change.revision;
