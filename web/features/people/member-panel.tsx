import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../api/session.tsx';
import { DockPanel } from '../../components/layout/dock-panel.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { useDock } from '../../components/layout/use-dock.ts';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { newMember } from './dock-view.ts';
import { inviteCommand, saveCommand, userOptions } from './queries.ts';
import { UserForm } from './user-form.tsx';

const EditMember = ({ id }: { id: number }) => {
  const t = useLazyTexts('people');
  const { organizationId } = useUser();
  const { close } = useDock();
  const user = useQuery(userOptions(id));
  return (
    <DockPanel title={t('people.edit-member')}>
      <QueryView query={user} skeleton={<Skeleton className="late h-72 w-full" />}>
        {(found) => (
          <UserForm key={id} user={found} teamOf={organizationId} save={saveCommand} onDone={close} onBack={close} />
        )}
      </QueryView>
    </DockPanel>
  );
};

/** The dock view that invites somebody to the team, or changes a member. */
export const MemberPanel = ({ id }: { id: string }) => {
  const t = useLazyTexts('people');
  const { organizationId } = useUser();
  const { close } = useDock();
  if (id !== newMember) return <EditMember id={Number(id)} />;
  return (
    <DockPanel title={t('people.invite-member')}>
      <UserForm teamOf={organizationId} invites save={inviteCommand} onDone={close} onBack={close} />
    </DockPanel>
  );
};
