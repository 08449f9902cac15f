import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { fullNameOf } from '#domain/user/full-name.ts';
import { flagsOf, mayCombine, type RoleFlags, roleFlagNames, rolesOf } from '#domain/user/roles.ts';
import type { UserDetail } from '#domain/user/schema.ts';
import { isPortalAdmin } from '../../api/roles.ts';
import { useUser } from '../../api/session.tsx';
import { useCommand } from '../../api/use-command.ts';
import { OlderForm } from '../../components/form/older-form.tsx';
import { useOlderForm } from '../../components/form/use-older-form.ts';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { DockPanel } from '../../components/layout/dock-panel.tsx';
import { QueryView } from '../../components/layout/query-view.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { MailAddress } from '../../components/text/mail-address.tsx';
import { RelativeTime } from '../../components/text/relative-time.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Skeleton } from '../../components/ui/skeleton.tsx';
import { focusHeading } from '../../components/ui/use-return-focus.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { approvalAddress } from '../approval/shared/address.ts';
import { RoleChips } from '../user/shared/role-chips.tsx';
import { memberView } from './dock-view.ts';
import { roleFieldsOf } from './older-roles.ts';
import { changeRolesCommand, userOptions } from './queries.ts';
import { RoleFields } from './role-fields.tsx';
import { RoleHistory } from './role-history.tsx';
import { Standing } from './standing.tsx';
import { UserMenu } from './user-menu.tsx';

type RoleFormProps = Readonly<{
  user: UserDetail;
  /** Called when a box is changed, and with false when the roles are saved. */
  onEdit: (isEdited: boolean) => void;
}>;

const RoleForm = ({ user, onEdit }: RoleFormProps) => {
  const t = useLazyTexts('people');
  const command = useCommand(changeRolesCommand);
  const [, navigate] = useLocation();
  const before = flagsOf(user.roles);
  const [flags, setFlags] = useState<RoleFlags>(before);
  const older = useOlderForm(user.basedOn);
  const send = async () => {
    const sent = { id: user.id, ...flags };
    const done = await command.run({ body: older.stamped(sent) }, { show: older.showOf(sent) });
    if (!done) return;
    onEdit(false);
    if (done.approvalId !== undefined) navigate(approvalAddress(done.approvalId));
  };
  const isSame = roleFlagNames.every((name) => flags[name] === before[name]);
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      className="grid gap-2 border-border border-t pt-4"
    >
      <RoleFields
        value={flags}
        before={before}
        onChange={(value) => {
          setFlags(value);
          onEdit(true);
        }}
        isInternal={user.isInternalAddress}
      />
      <Button
        type="submit"
        variant="primary"
        disabled={isSame || command.state === 'sending' || !mayCombine(rolesOf(flags), user.isInternalAddress)}
        className="justify-self-end"
      >
        {t('people.save-roles')}
      </Button>
      <OlderForm older={older} fields={roleFieldsOf(t, setFlags)} save={send} />
    </form>
  );
};

const Details = ({ user }: { user: UserDetail }) => {
  const t = useLazyTexts('people');
  const { email, organizationName, phoneNumber, standing, roles, addedDate, lastLogin, invitedUntil } = user;
  return (
    <DescriptionList
      entries={[
        [t('people.status'), <Standing key="status" standing={standing} />],
        [t('people.email'), <MailAddress key="email" address={email} />],
        ...(phoneNumber ? [[t('people.phone'), <Ltr key="phone">{phoneNumber}</Ltr>] as const] : []),
        [t('people.organization'), <bdi key="organization">{organizationName}</bdi>],
        [t('people.roles'), <RoleChips key="roles" roles={roles} />],
        [t('people.added'), <RelativeTime key="added" at={addedDate} />],
        [t('people.last-login'), lastLogin ? <RelativeTime key="login" at={lastLogin} /> : t('people.never')],
        ...(invitedUntil ? [[t('people.invited-until'), <RelativeTime key="until" at={invitedUntil} />] as const] : []),
      ]}
    />
  );
};

/** The dock view of somebody: what is known, their roles, and who changed them. */
export const UserPanel = ({ id }: { id: string }) => {
  const t = useLazyTexts('people');
  const administers = isPortalAdmin(useUser());
  const user = useQuery(userOptions(Number(id)));
  /** The person as the form of roles showed them when it was touched. A change by somebody else does not replace the input. */
  const [edited, setEdited] = useState<UserDetail>();
  const shownOf = (one: UserDetail) => (edited?.id === one.id ? edited : one);
  const found = user.data;
  const roles = found?.roles.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: other roles start a new form, and the focus was in the old one
  useEffect(() => {
    if (document.activeElement === document.body) focusHeading();
  }, [roles]);
  const editHref = administers ? `/user/modify-user?id=${id}` : `/my/team?dock=${memberView}:${id}`;
  return (
    <DockPanel
      title={found ? fullNameOf(found.firstname, found.lastname) : t('people.person')}
      actions={found && <UserMenu user={found} editHref={editHref} />}
    >
      <QueryView query={user} skeleton={<Skeleton className="late h-60 w-full" />}>
        {(one) => (
          <>
            <Details user={one} />
            {administers && one.standing !== 'deleted' && one.standing !== 'erased' && (
              <RoleForm
                key={`${one.id} ${shownOf(one).roles.join()}`}
                user={shownOf(one)}
                onEdit={(isEdited) => setEdited(isEdited ? shownOf(one) : undefined)}
              />
            )}
            <RoleHistory id={one.id} />
          </>
        )}
      </QueryView>
    </DockPanel>
  );
};
