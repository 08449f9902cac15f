import type { UserDetail } from '#domain/user/schema.ts';
import { OperationsPill } from './operations-pill.tsx';
import { UserMenu } from './user-menu.tsx';

/** The end of the header: what runs, and whose account it is. */
export const AccountTools = ({ user }: { user: UserDetail }) => (
  <>
    <OperationsPill />
    <UserMenu user={user} />
  </>
);
