import type { HistoryChange } from '#domain/core/changes.ts';
import { ChangeLine } from '../../../components/layout/change-list.tsx';
import { useFieldWords } from './field-words.ts';

/** The fields of a thing with their values before and after, in the words that its form has. */
export const FieldChanges = ({ changes }: { changes: readonly HistoryChange[] }) => {
  const words = useFieldWords();
  return changes.map(({ field, from, to }) => (
    <ChangeLine
      key={field}
      label={words.label(field)}
      from={from === null ? '' : words.value(field, from)}
      to={to === null ? '' : words.value(field, to)}
    />
  ));
};
