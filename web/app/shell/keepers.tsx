import type { UserDetail } from '#domain/user/schema.ts';
import { SessionKeeper } from '../../features/session/session-keeper.tsx';
import { SettingsKeeper } from '../../features/settings/settings-keeper.tsx';

/** Background parts that run while somebody is logged in. */
export const Keepers = ({ user }: { user: UserDetail }) => (
  <>
    <SessionKeeper user={user} />
    <SettingsKeeper userId={user.id} />
  </>
);
