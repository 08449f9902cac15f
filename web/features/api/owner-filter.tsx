import { lazy, Suspense } from 'react';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';

const LongChoiceFilter = lazy(() =>
  import('../../components/table/long-choice-filter.tsx').then((module) => ({ default: module.LongChoiceFilter })),
);

/** With more choices than this, people type to find one. */
const fewChoices = 12;

type Props = Readonly<{
  label: string;
  value: number | undefined;
  owners: readonly { id: number; name: string }[];
  onChange: (id: number | undefined) => void;
  className?: string;
}>;

/** A filter for one organization or one application of the gallery. */
export const OwnerFilter = ({ value, owners, onChange, ...props }: Props) => {
  const names = new Map(owners.map(({ id, name }) => [String(id), name]));
  const filter = {
    ...props,
    value: value === undefined ? undefined : String(value),
    choices: [...names.keys()],
    textOf: (id: string) => names.get(id) ?? id,
    onChange: (id: string | undefined) => onChange(id === undefined ? undefined : Number(id)),
  };
  return names.size <= fewChoices ? (
    <ChoiceFilter {...filter} />
  ) : (
    <Suspense fallback={<ChoiceFilter {...filter} choices={[]} />}>
      <LongChoiceFilter {...filter} />
    </Suspense>
  );
};
