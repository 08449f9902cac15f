import type { TFunction } from 'i18next';
import type { ApprovalRow } from '#domain/approval/schema.ts';

type Change = Pick<ApprovalRow, 'kind' | 'person' | 'enables' | 'ofRequest'>;

/** Returns what is asked for of people. Undefined: it is about none. */
export const peopleChange = (t: TFunction, { kind, person, enables, ofRequest }: Change): string | undefined => {
  const name = person?.name ?? '';
  if (kind === 'people-rule') return t('approvals.kind-people-rule');
  if (kind === 'administrator') return t(enables ? 'approvals.kind-enabled' : 'approvals.kind-administrator', { name });
  if (kind === 'erasure') return t(ofRequest ? 'approvals.kind-erasure-request' : 'approvals.kind-erasure', { name });
  return undefined;
};
