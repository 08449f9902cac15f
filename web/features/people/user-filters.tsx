import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { roleOfFlag } from '#domain/user/roles.ts';
import { CheckBox } from '../../components/form/check-box.tsx';
import { MultiSelect } from '../../components/table/multi-select.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { organizationsOptions } from '../organization/shared/organizations.ts';
import { roleWords } from '../user/shared/role-words.ts';
import { isSameUserFilter, noUserFilter, roleBoxes, type UserFilter } from './user-filter.ts';

type Props = Readonly<{ applied: UserFilter; onApply: (filter: UserFilter) => void }>;

/** Organizations and roles. They take effect with Apply, and follow the address on back, forward and Clear filters. */
export const UserFilters = ({ applied, onApply }: Props) => {
  const t = useLazyTexts('people');
  const organizations = useQuery(organizationsOptions);
  const [draft, setDraft] = useState(applied);
  const [followed, setFollowed] = useState(applied);
  if (!isSameUserFilter(followed, applied)) {
    setFollowed(applied);
    setDraft(applied);
  }
  const change = (patch: Partial<UserFilter>) => setDraft((before) => ({ ...before, ...patch }));
  return (
    <form
      aria-label={t('people.filters')}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onApply(draft);
      }}
      className="flex flex-wrap items-end gap-x-5 gap-y-3"
    >
      <MultiSelect
        label={t('people.organizations')}
        options={(organizations.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        selected={draft.org}
        onChange={(org) => change({ org })}
        className="w-full sm:w-72"
      />
      <fieldset className="flex flex-wrap gap-x-5">
        <legend className="sr-only">{t('people.roles')}</legend>
        {roleBoxes.map((box) => (
          <CheckBox
            key={box}
            label={t(roleWords[roleOfFlag[`${box}Admin`]])}
            checked={draft[box]}
            onChange={(checked) => change({ [box]: checked })}
            className="py-2"
          />
        ))}
      </fieldset>
      <div className="flex gap-2">
        <Button type="submit" variant="primary">
          {t('people.apply')}
        </Button>
        <Button onClick={() => onApply(noUserFilter)}>{t('people.reset')}</Button>
      </div>
    </form>
  );
};
