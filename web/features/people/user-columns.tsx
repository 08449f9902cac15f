import type { TFunction } from 'i18next';
import { fullNameOf } from '#domain/user/full-name.ts';
import type { UserRow } from '#domain/user/row.ts';
import type { Column } from '../../components/table/column.ts';
import { Ltr } from '../../components/text/ltr.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { Badge } from '../../components/ui/badge.tsx';
import { RoleChips } from '../user/shared/role-chips.tsx';
import { Standing } from './standing.tsx';
import { UserMenu } from './user-menu.tsx';

type Options = Readonly<{
  openId: number | undefined;
  onOpen: (id: number) => void;
  editHref: (id: number) => string;
  /** One team has one organization, so the column is left out there. */
  hasOrganization: boolean;
}>;

const organization = (t: TFunction): Column<UserRow> => ({
  id: 'organizationName',
  header: t('people.organization'),
  sortable: true,
  cell: ({ organization: { organizationName, external } }) => (
    <span className="flex min-w-0 items-center gap-2">
      <bdi title={organizationName} className="truncate">
        {organizationName}
      </bdi>
      {external && <Badge>{t('people.external')}</Badge>}
    </span>
  ),
});

/** `id` is the field that the server sorts by. */
export const userColumns = (
  t: TFunction,
  { openId, onOpen, editHref, hasOrganization }: Options,
): readonly Column<UserRow>[] => [
  {
    id: 'lastname',
    header: t('people.name'),
    sortable: true,
    cell: ({ id, firstname, lastname }) => (
      <button
        type="button"
        aria-current={id === openId ? 'true' : undefined}
        onClick={() => onOpen(id)}
        className="min-w-0 truncate rounded-control text-start font-medium after:absolute after:inset-0 hover:text-accent-text sm:max-w-52"
      >
        <bdi>{fullNameOf(firstname, lastname)}</bdi>
      </button>
    ),
  },
  {
    id: 'email',
    header: t('people.email'),
    sortable: true,
    cell: ({ email }) => <Ltr className="truncate">{email}</Ltr>,
  },
  ...(hasOrganization ? [organization(t)] : []),
  { id: 'roles', header: t('people.roles'), cell: ({ roles }) => <RoleChips roles={roles} /> },
  {
    id: 'activeStatus',
    header: t('people.status'),
    sortable: true,
    cell: ({ standing }) => <Standing standing={standing} />,
  },
  {
    id: 'lastLogin',
    header: t('people.last-login'),
    sortable: true,
    align: 'end',
    cell: ({ lastLogin }) =>
      lastLogin === null ? (
        <span className="text-muted">{t('people.never')}</span>
      ) : (
        <span className="relative z-[1]">
          <RelativeTime at={lastLogin} />
        </span>
      ),
  },
  {
    id: 'actions',
    header: t('people.action'),
    align: 'end',
    cell: (user) => <UserMenu user={user} editHref={editHref(user.id)} />,
  },
];
