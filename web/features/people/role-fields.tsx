import { useQuery } from '@tanstack/react-query';
import { type RoleFlags, roleFlagNames, roleOfFlag } from '#domain/user/roles.ts';
import { CheckBox } from '../../components/form/check-box.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { peopleByTwoOptions } from '../approval/shared/queries.ts';
import { roleWords } from '../user/shared/role-words.ts';

type Props = Readonly<{
  value: RoleFlags;
  /** Before it was changed. A second person may have to approve what makes a portal administrator. */
  before: RoleFlags;
  onChange: (value: RoleFlags) => void;
  /** Somebody with an internal address may have all roles at once. */
  isInternal: boolean;
  /** A company administrator gives only this one role. */
  companyOnly?: boolean;
}>;

/** The check boxes of a role form. Company admin clears and disables portal and gateway admin. */
export const RoleFields = ({ value, before, onChange, isInternal, companyOnly = false }: Props) => {
  const t = useLazyTexts('people');
  const makesAdministrator = value.portalAdmin && !before.portalAdmin;
  const byTwo = useQuery({ ...peopleByTwoOptions, enabled: makesAdministrator }).data;
  const helpOf = (name: keyof RoleFlags) => {
    if (isBarred(name)) return t('people.role-barred');
    return byTwo && makesAdministrator && name === 'portalAdmin' ? t('people.role-by-two') : undefined;
  };
  const isBarred = (name: keyof RoleFlags) =>
    value.companyAdmin && !isInternal && (name === 'portalAdmin' || name === 'kongAdmin');
  const set = (name: keyof RoleFlags, checked: boolean) => {
    const clears = name === 'companyAdmin' && checked && !isInternal;
    onChange({ ...value, ...(clears ? { portalAdmin: false, kongAdmin: false } : {}), [name]: checked });
  };
  const names = companyOnly ? (['companyAdmin'] as const) : roleFlagNames;
  return (
    <fieldset>
      <legend className="font-medium text-table">{t('people.roles')}</legend>
      {names.map((name) => (
        <CheckBox
          key={name}
          label={t(roleWords[roleOfFlag[name]])}
          checked={value[name]}
          disabled={isBarred(name)}
          help={helpOf(name)}
          onChange={(checked) => set(name, checked)}
          className="py-2"
        />
      ))}
    </fieldset>
  );
};
