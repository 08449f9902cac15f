import type { UserListQuery } from '#domain/user/row.ts';

/** The check boxes of roles above the list. */
export const roleBoxes = ['portal', 'kong', 'company'] as const;
export type UserFilter = Pick<UserListQuery, 'org' | (typeof roleBoxes)[number]>;

export const noUserFilter: UserFilter = { org: [], portal: false, kong: false, company: false };
export const userFilterOf = ({ org, portal, kong, company }: UserListQuery): UserFilter => ({
  org,
  portal,
  kong,
  company,
});
export const isSameUserFilter = (one: UserFilter, other: UserFilter): boolean =>
  one.org.join() === other.org.join() && roleBoxes.every((box) => one[box] === other[box]);
