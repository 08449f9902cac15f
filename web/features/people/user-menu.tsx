import { useQuery } from '@tanstack/react-query';
import { Ban, Eraser, MailPlus, MailX, MoreHorizontal, Pencil, RotateCcw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { fullNameOf } from '#domain/user/full-name.ts';
import type { UserRow } from '#domain/user/row.ts';
import { isPortalAdmin } from '../../api/roles.ts';
import { useUser } from '../../api/session.tsx';
import { useCommand } from '../../api/use-command.ts';
import { ConfirmDialog, confirmationWord } from '../../components/layout/confirm-dialog.tsx';
import { Button } from '../../components/ui/button.tsx';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../components/ui/dropdown-menu.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { approvalAddress } from '../approval/shared/address.ts';
import { peopleByTwoOptions } from '../approval/shared/queries.ts';
import { deleteCommand, eraseCommand, inviteAgainCommand, setStatusCommand, withdrawCommand } from './queries.ts';

const asked = ['disable', 'enable', 'delete', 'withdraw', 'erase'] as const;
type Asked = (typeof asked)[number];

/** What a command responds. `approvalId`: of the request that waits for a second person. */
type Done = Readonly<{ position: string; approvalId?: number | undefined }>;

const nameOf = ({ firstname, lastname, email }: UserRow): string => fullNameOf(firstname, lastname) || email;

/** What an administrator can do with somebody. Each asks before it does what others feel. */
export const UserMenu = ({ user, editHref }: Readonly<{ user: UserRow; editHref: string }>) => {
  const t = useLazyTexts('people');
  const me = useUser();
  const [question, setQuestion] = useState<Asked>();
  const status = useCommand(setStatusCommand);
  const removal = useCommand(deleteCommand);
  const invitation = useCommand(inviteAgainCommand);
  const withdrawal = useCommand(withdrawCommand);
  const erasure = useCommand(eraseCommand);
  const { id, standing } = user;
  const name = nameOf(user);
  const isGone = standing === 'deleted' || standing === 'erased';
  const isInvited = standing === 'invited' || standing === 'invitation-over';
  const administers = isPortalAdmin(me);
  const [, navigate] = useLocation();
  /** Whether two people may have to do what is asked about. */
  const mayNeedTwo = question === 'erase' || (question === 'enable' && user.roles.includes('ROLE_PORTAL_ADMIN'));
  const byTwo = useQuery({ ...peopleByTwoOptions, enabled: administers && mayNeedTwo }).data;
  const run: Record<Asked, () => Promise<Done | undefined>> = {
    disable: () => status.run({ body: { id, status: 'DISABLED' } }),
    enable: () => status.run({ body: { id, status: 'ACTIVE' } }),
    delete: () => removal.run({ query: { id } }),
    withdraw: () => withdrawal.run({ query: { id } }),
    erase: () => erasure.run({ body: { id } }),
  };
  /** What must be typed before something that can't be undone. */
  const expected: Partial<Record<Asked, string>> = { delete: user.email, erase: confirmationWord };
  const isSending = [status, removal, withdrawal, erasure].some(({ state }) => state === 'sending');
  const confirm = async (what: Asked) => {
    const done = await run[what]();
    setQuestion(undefined);
    if (done?.approvalId !== undefined) navigate(approvalAddress(done.approvalId));
  };
  if (standing === 'erased' || (isGone && !administers)) return null;
  return (
    <span className="relative z-[1]">
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="quiet" size="icon-small" aria-label={t('people.actions', { name })}>
            <MoreHorizontal />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {!isGone && (
            <DropdownMenuItem asChild>
              <Link href={editHref}>
                <Pencil />
                {t('people.edit')}
              </Link>
            </DropdownMenuItem>
          )}
          {isInvited && (
            <>
              <DropdownMenuItem onSelect={() => void invitation.run({ body: { id } })}>
                <MailPlus />
                {t('people.invite-again')}
              </DropdownMenuItem>
              <DropdownMenuItem danger onSelect={() => setQuestion('withdraw')}>
                <MailX />
                {t('people.withdraw')}
              </DropdownMenuItem>
            </>
          )}
          {!isGone && !isInvited && (
            <DropdownMenuItem onSelect={() => setQuestion(standing === 'disabled' ? 'enable' : 'disable')}>
              {standing === 'disabled' ? <RotateCcw /> : <Ban />}
              {t(standing === 'disabled' ? 'people.enable' : 'people.disable')}
            </DropdownMenuItem>
          )}
          {!isGone && administers && (
            <DropdownMenuItem danger onSelect={() => setQuestion('delete')}>
              <Trash2 />
              {t('people.delete')}
            </DropdownMenuItem>
          )}
          {isGone && (
            <DropdownMenuItem danger onSelect={() => setQuestion('erase')}>
              <Eraser />
              {t('people.erase')}
            </DropdownMenuItem>
          )}
        </DropdownMenuContent>
      </DropdownMenu>
      {asked.map((what) => (
        <ConfirmDialog
          key={what}
          open={question === what}
          onOpenChange={(open) => setQuestion(open ? what : undefined)}
          title={t(`people.ask-${what}`, { name })}
          text={`${t(`people.ask-text-${what}`)}${byTwo && mayNeedTwo ? ` ${t('people.by-two')}` : ''}`}
          action={t(`people.${what}`)}
          {...(expected[what] === undefined ? {} : { expected: expected[what] })}
          isPending={isSending}
          onConfirm={() => void confirm(what)}
        />
      ))}
    </span>
  );
};
