import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { saveMember } from '#domain/user/calls.ts';
import { editUserBody } from '#domain/user/manage-form.ts';
import { flagsOf, mayCombine, type RoleFlags, rolesOf } from '#domain/user/roles.ts';
import type { UserDetail } from '#domain/user/schema.ts';
import { type CommandDefinition, useCommand } from '../../api/use-command.ts';
import { CheckBox } from '../../components/form/check-box.tsx';
import { FormBar } from '../../components/form/form-bar.tsx';
import { FormSection } from '../../components/form/form-section.tsx';
import { OlderForm } from '../../components/form/older-form.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { useDraftState } from '../../components/form/use-draft-state.ts';
import { useFormDraft } from '../../components/form/use-form-draft.ts';
import { useOlderForm } from '../../components/form/use-older-form.ts';
import { useZodForm } from '../../components/form/use-zod-form.ts';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { approvalAddress } from '../approval/shared/address.ts';
import { OrganizationField } from '../organization/shared/organization-field.tsx';
import { LeavingOwner } from './leaving-owner.tsx';
import { memberForm } from './member-form.ts';
import { roleFieldsOf } from './older-roles.ts';
import { RoleFields } from './role-fields.tsx';

type Choice = Readonly<{ flags: RoleFlags; invite: boolean }>;

const isChoice = (kept: unknown): kept is Choice =>
  typeof kept === 'object' && kept !== null && 'flags' in kept && 'invite' in kept;

type Props = Readonly<{
  /** Undefined to add somebody. */
  user?: UserDetail;
  /** The organization of a team, which cannot be changed. Default: all can be chosen. */
  teamOf?: number;
  /** Whether a new person gets an invitation, unless the box is unchecked. */
  invites?: boolean;
  save: CommandDefinition<typeof saveMember>;
  onDone: () => void;
  onBack: () => void;
}>;

/** Adds somebody or changes them: organization, names, address, roles. It keeps the input when lists are read again. */
export const UserForm = ({ user, teamOf, invites = false, save, onDone, onBack }: Props) => {
  const { t } = useTranslation();
  const people = useLazyTexts('people');
  const command = useCommand(save);
  const [, navigate] = useLocation();
  // What the form shows, also when the person is read again meanwhile.
  const [shown] = useState(user);
  const before = flagsOf(shown?.roles ?? []);
  const about = `user-${shown ? `${shown.id}-${shown.basedOn}` : 'new'}`;
  const choice = useDraftState<Choice>(`${about}-choice`, { flags: before, invite: invites }, isChoice);
  const { flags, invite } = choice.value;
  const form = useZodForm(teamOf === undefined ? editUserBody : memberForm, {
    id: user?.id ?? 0,
    firstname: user?.firstname ?? '',
    lastname: user?.lastname ?? '',
    email: user?.email ?? '',
    organizationId: user?.organizationId ?? teamOf,
    invite: false,
  });
  const forgetFields = useFormDraft(form, about);
  const forget = () => {
    forgetFields();
    choice.forget();
  };
  const older = useOlderForm(user?.basedOn);
  const isSending = command.state === 'sending';
  const isInternal = user?.isInternalAddress ?? false;
  const moves = shown !== undefined && teamOf === undefined && form.watch('organizationId') !== shown.organizationId;
  const administers = before.companyAdmin;
  // Nobody administers a company because of the former one: whoever moves them has to check the box.
  const { set } = choice;
  const moved = useRef(moves);
  useEffect(() => {
    if (moved.current === moves) return;
    moved.current = moves;
    set((now) => ({ ...now, flags: { ...now.flags, companyAdmin: administers && !moves } }));
  }, [administers, moves, set]);
  const submit = form.handleSubmit(async (body) => {
    const roles = teamOf === undefined ? flags : { companyAdmin: flags.companyAdmin };
    const sent = { ...body, ...roles, invite: !user && invite };
    const done = await command.run({ body: older.stamped(sent) }, { form, show: older.showOf(sent) });
    if (!done) return;
    forget();
    if (done.approvalId === undefined) return onDone();
    navigate(approvalAddress(done.approvalId));
  });
  const reset = () => {
    form.reset();
    choice.set({ flags: before, invite });
    forget();
  };
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-col gap-5">
      <fieldset disabled={isSending} className="contents">
        <FormSection title={people('people.person')} text={t('common.required-hint')}>
          {teamOf === undefined && (
            <div className="grid">
              <OrganizationField
                control={form.control}
                name="organizationId"
                label={people('people.organization')}
                chosen={shown && { id: shown.organizationId, name: shown.organizationName }}
                required
              />
              <LeavingOwner apps={moves ? shown.ownerApps : []} />
            </div>
          )}
          <div className="grid gap-5 sm:grid-cols-2">
            <TextField
              control={form.control}
              name="firstname"
              label={people('people.first-name')}
              autoComplete="off"
              required
            />
            <TextField
              control={form.control}
              name="lastname"
              label={people('people.last-name')}
              autoComplete="off"
              required
            />
          </div>
          <TextField
            control={form.control}
            name="email"
            label={people('people.email')}
            help={people('people.email-help')}
            type="email"
            dir="ltr"
            autoComplete="off"
            required
          />
          <RoleFields
            value={flags}
            before={before}
            onChange={(next) => choice.choose({ flags: next, invite })}
            isInternal={isInternal}
            companyOnly={teamOf !== undefined}
          />
          {!user && (
            <CheckBox
              label={people('people.invite')}
              help={people('people.invite-help')}
              checked={invite}
              onChange={(next) => choice.choose({ flags, invite: next })}
            />
          )}
        </FormSection>
      </fieldset>
      <FormBar>
        <Button
          onClick={() => {
            forget();
            onBack();
          }}
        >
          {people('people.back')}
        </Button>
        <Button onClick={reset} disabled={isSending}>
          {people('people.reset')}
        </Button>
        <Button variant="primary" type="submit" disabled={isSending || !mayCombine(rolesOf(flags), isInternal)}>
          {people(user ? 'people.save' : invite ? 'people.send-invitation' : 'people.add')}
        </Button>
      </FormBar>
      <OlderForm
        older={older}
        form={form}
        fields={{
          organizationId: { label: people('people.organization') },
          firstname: { label: people('people.first-name') },
          lastname: { label: people('people.last-name') },
          email: { label: people('people.email') },
          ...roleFieldsOf(people, (change) => set((now) => ({ ...now, flags: change(now.flags) }))),
        }}
        save={submit}
      />
    </form>
  );
};
