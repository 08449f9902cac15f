import * as z from 'zod/mini';

/**
 * Why no command can take an event back, whatever happened since.
 *
 * - `begins`: the thing was made by it. Whoever wants it gone deletes it where it is shown.
 * - `ends`: what was deleted or ended does not come back.
 * - `erases`: what was erased can't be read any more.
 * - `secret`: only a fingerprint of a secret is kept, so a former one can't be put back.
 * - `seen`: what was read, shown, exported or sent can't be taken back.
 * - `decided`: a request or a decision stays. Who wants another one asks anew.
 * - `personal`: a person did it for themselves, such as a sign-in.
 * - `portal`: the portal noticed or did it by itself.
 * - `part`: it is a part of what another entry asked for. That one can be undone.
 * - `outside`: it is about what is not the portal's own, which is changed where it is.
 * - `fixed`: it can be said once, and stays.
 */
export const finalReasons = [
  'begins',
  'ends',
  'erases',
  'secret',
  'seen',
  'decided',
  'personal',
  'portal',
  'part',
  'outside',
  'fixed',
] as const;
export type FinalReason = (typeof finalReasons)[number];

/**
 * Why a rule does not take back one event, although it takes back others of its type.
 *
 * - `plain`: what is sent to the server could be read on the way again.
 * - `company`: the person is in another organization by now, which they would administer.
 */
export const caseReasons = ['plain', 'company'] as const;

/**
 * Why what an event made stays where it was made, although others of its type are taken back. The last release reads `begins`.
 *
 * - `joined`: the person has signed in by now. The account is theirs, and what they did hangs on it.
 * - `callers`: people called it before it came to the portal, or it replaces another one.
 * - `in-use`: others belong to the thing by now. They would go with it.
 * - `moving`: it moves to another gateway, where not all keys work yet.
 * - `read-only`: its gateway takes no changes.
 * - `over`: its time has run out, or that of what would come back. The last release reads `gone`.
 * - `former-over`: the time of what would come back has run out, and what is undone is still in force. It reads `decided`.
 * - `not-for-them`: whoever would get it back may not have it any more. It reads `decided`.
 */
export const stayReasons = [
  'joined',
  'callers',
  'in-use',
  'moving',
  'read-only',
  'over',
  'former-over',
  'not-for-them',
] as const;
export type StayReason = (typeof stayReasons)[number];
export type CaseReason = (typeof caseReasons)[number] | Extract<StayReason, 'joined' | 'callers'>;

/**
 * What an entry of every history says about undoing. The last release says none of it.
 *
 * @property undoes   the entry that it takes back.
 * @property undoneBy the entry that took it back, unless that one was taken back itself.
 * @property never    why no command can take it back; null: it depends on what happened since.
 */
export const undoFields = {
  undoes: z._default(z.nullable(z.uuid()), null),
  undoneBy: z._default(z.nullable(z.uuid()), null),
  never: z._default(z.nullable(z.enum(finalReasons)), 'fixed'),
};
