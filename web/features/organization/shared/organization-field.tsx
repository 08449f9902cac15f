import { useQuery } from '@tanstack/react-query';
import type { FieldPath, FieldValues, UseControllerProps } from 'react-hook-form';
import type { FieldTexts } from '../../../components/form/field.tsx';
import { SelectField } from '../../../components/form/select-field.tsx';
import { ErrorNotice } from '../../../components/layout/error-notice.tsx';
import { optionsOf } from '../../../components/text/told-apart.tsx';
import { organizationsOptions } from './organizations.ts';

type Props<V extends FieldValues, N extends FieldPath<V>> = UseControllerProps<V, N> &
  FieldTexts &
  Readonly<{
    /** The organization of what the form changes. It has a name also while the list loads, and when it is not in it. */
    chosen?: Readonly<{ id: number; name: string }> | undefined;
    /** Whether only the chosen organization may be used. Default: false. */
    isFixed?: boolean;
  }>;

/** The choice of an organization. More than 20 of them can be searched. */
export const OrganizationField = <V extends FieldValues, N extends FieldPath<V>>({
  chosen,
  isFixed = false,
  ...field
}: Props<V, N>) => {
  const organizations = useQuery({ ...organizationsOptions, enabled: !isFixed });
  // Nothing is put into a deactivated organization. What is in one already stays there.
  const open = organizations.data?.filter(({ id, deactivated }) => !deactivated || id === chosen?.id) ?? [];
  const listed = isFixed ? [] : open;
  const offered = chosen && !listed.some(({ id }) => id === chosen.id) ? [chosen, ...listed] : listed;
  return (
    <div className="grid gap-2">
      <SelectField
        {...field}
        options={optionsOf(offered)}
        // The list replaces the control when it is long, which would take the focus away.
        disabled={isFixed || !organizations.data}
      />
      {organizations.isError && !organizations.data && (
        <ErrorNotice error={organizations.error} onRetry={() => void organizations.refetch()} className="py-4" />
      )}
    </div>
  );
};
