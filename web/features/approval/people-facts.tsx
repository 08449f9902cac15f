import { ArrowRight } from 'lucide-react';
import type { ApprovalDetail } from '#domain/approval/schema.ts';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { MailAddress } from '../../components/text/mail-address.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { RoleChips } from '../user/shared/role-chips.tsx';

/** The roles before and after. */
const Roles = ({ roles: { from, to } }: Readonly<{ roles: NonNullable<ApprovalDetail['roles']> }>) => (
  <span className="flex flex-wrap items-center gap-2">
    <RoleChips roles={from} />
    <ArrowRight aria-hidden className="size-3.5 shrink-0 text-muted rtl:-scale-x-100" />
    <RoleChips roles={to} />
  </span>
);

const effects = {
  'people-rule': 'approvals.people-rule-ends',
  administrator: 'approvals.administrator-does',
  enabled: 'approvals.enabled-does',
  erasure: 'approvals.erasure-does',
  'erasure-request': 'approvals.erasure-request-does',
} as const;

const effectOf = ({ kind, enables, ofRequest }: ApprovalDetail): (typeof effects)[keyof typeof effects] => {
  if (kind === 'people-rule') return effects['people-rule'];
  if (kind === 'administrator') return enables ? effects.enabled : effects.administrator;
  return ofRequest ? effects['erasure-request'] : effects.erasure;
};

/** Whom a change is about, as they are now, and what becomes of them: the same for whoever asks and whoever decides. */
export const PeopleFacts = ({ approval }: Readonly<{ approval: ApprovalDetail }>) => {
  const t = useLazyTexts('approvals');
  const { person, about, roles, ofRequest } = approval;
  return (
    <div className="grid gap-4">
      {person && (
        <DescriptionList
          entries={[
            [t('approvals.person'), <bdi key="person">{person.name}</bdi>],
            ...(about
              ? ([
                  [t('approvals.email'), <MailAddress key="email" address={about.email} />],
                  [
                    t(ofRequest ? 'approvals.company' : 'approvals.organization'),
                    <bdi key="organization">{about.organization}</bdi>,
                  ],
                  [t('approvals.account'), t(`approvals.standing.${about.standing}`)],
                ] as const)
              : []),
            ...(roles ? ([[t('approvals.roles'), <Roles key="roles" roles={roles} />]] as const) : []),
          ]}
        />
      )}
      <p className="text-table">{t(effectOf(approval))}</p>
    </div>
  );
};
