import { useTranslation } from 'react-i18next';
import type { RegistrationRow } from '#domain/registration/schema.ts';
import { fullNameOf } from '#domain/user/full-name.ts';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { useFormat } from '../../i18n/format.ts';
import { roleText } from './role-text.ts';

/** What a person wrote about themselves, and the decision once there is one. */
export const RegistrationFacts = ({ request }: { request: RegistrationRow }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const { firstName, lastName, company, email, phoneNumber, comments, createdAt } = request;
  const { status, companyAdmin, organizationName, decidedAt, decidedBy, reason } = request;
  const text = (value: string) => (
    <bdi key={value} className="block whitespace-pre-line">
      {value}
    </bdi>
  );
  return (
    <DescriptionList
      entries={[
        [t('registrations.person'), <bdi key="person">{fullNameOf(firstName, lastName)}</bdi>],
        [t('registrations.company'), <bdi key="company">{company}</bdi>],
        [
          t('registrations.email'),
          <bdi key="email" dir="ltr">
            {email}
          </bdi>,
        ],
        ...(phoneNumber
          ? ([
              [
                t('account.phone'),
                <bdi key="phone" dir="ltr">
                  {phoneNumber}
                </bdi>,
              ],
            ] as const)
          : []),
        ...(comments ? ([[t('registrations.comments'), text(comments)]] as const) : []),
        [t('registrations.requested-at'), format.dateTime(createdAt)],
        ...(decidedAt
          ? ([
              [t('access.state'), t(`access.status.${status}`)],
              [t('access.decided-by'), t('access.by-at', { name: decidedBy ?? '', when: format.dateTime(decidedAt) })],
            ] as const)
          : []),
        ...(status === 'APPROVED'
          ? ([
              [t('access.organization'), <bdi key="organization">{organizationName}</bdi>],
              [t('registrations.role'), roleText(t, companyAdmin)],
            ] as const)
          : []),
        ...(status === 'DENIED'
          ? ([[t('access.reason'), reason ? text(reason) : t('access.no-reason')]] as const)
          : []),
      ]}
    />
  );
};
