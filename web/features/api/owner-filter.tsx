import { lazy, Suspense } from 'react';
import { ChoiceFilter } from '../../components/table/choice-filter.tsx';
import type { NamedOption } from '../../components/text/told-apart.tsx';

const LongChoiceFilter = lazy(() =>
  import('../../components/table/long-choice-filter.tsx').then((module) => ({ default: module.LongChoiceFilter })),
);

/** With more choices than this, people type to find one. */
const fewChoices = 12;

type Props = Readonly<{
  label: string;
  value: number | undefined;
  owners: readonly NamedOption[];
  onChange: (id: number | undefined) => void;
  className?: string;
}>;

/** A filter for one organization or one application of the gallery. */
export const OwnerFilter = ({ value, owners, onChange, ...props }: Props) => {
  const options = new Map(owners.map((option) => [String(option.value), option]));
  const filter = {
    ...props,
    value: value === undefined ? undefined : String(value),
    choices: [...options.keys()],
    textOf: (id: string) => options.get(id)?.label ?? id,
    secondOf: (id: string) => options.get(id)?.second,
    onChange: (id: string | undefined) => onChange(id === undefined ? undefined : Number(id)),
  };
  return options.size <= fewChoices ? (
    <ChoiceFilter {...filter} />
  ) : (
    <Suspense fallback={<ChoiceFilter {...filter} choices={[]} />}>
      <LongChoiceFilter {...filter} />
    </Suspense>
  );
};
