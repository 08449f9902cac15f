import { useTranslation } from 'react-i18next';
import type { Role } from '#domain/core/role.ts';
import { Badge } from '../../../components/ui/badge.tsx';
import { roleWords } from './role-words.ts';

/** Roles as chips. ROLE_PORTAL_ADMIN reads "Portal admin". */
export const RoleChips = ({ roles }: { roles: readonly Role[] }) => {
  const { t } = useTranslation();
  if (roles.length === 0) return <span className="text-muted">{t('account.no-roles')}</span>;
  return (
    <ul className="flex flex-wrap gap-1.5">
      {roles.map((role) => (
        <li key={role}>
          <Badge tone="accent">{t(roleWords[role])}</Badge>
        </li>
      ))}
    </ul>
  );
};
