import { useTranslation } from 'react-i18next';
import type { Role } from '#domain/core/role.ts';
import { Badge } from '../../../components/ui/badge.tsx';

const words = {
  ROLE_PORTAL_ADMIN: 'account.role-portal-admin',
  ROLE_KONG_ADMIN: 'account.role-kong-admin',
  ROLE_COMPANY_ADMIN: 'account.role-company-admin',
  ROLE_COMPANY_USER: 'account.role-company-user',
  ROLE_AUDITOR: 'account.role-auditor',
  ROLE_SUPPORT: 'account.role-support',
} as const satisfies Record<Role, string>;

/** Roles as chips. ROLE_PORTAL_ADMIN reads "Portal admin". */
export const RoleChips = ({ roles }: { roles: readonly Role[] }) => {
  const { t } = useTranslation();
  if (roles.length === 0) return <span className="text-muted">{t('account.no-roles')}</span>;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {roles.map((role) => (
        <li key={role}>
          <Badge tone="accent">{t(words[role])}</Badge>
        </li>
      ))}
    </ul>
  );
};
