import { CheckBox } from '../../components/form/check-box.tsx';
import { FieldMessage } from '../../components/form/field-message.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

type Props = Readonly<{
  events: readonly Readonly<{ id: number; name: string; eventTypeId: string }>[];
  chosen: readonly number[];
  error: string | undefined;
  onChange: (chosen: number[]) => void;
}>;

/** Which events of the category a topic carries. */
export const SubscribedField = ({ events, chosen, error, onChange }: Props) => {
  const t = useLazyTexts('event-topics');
  return (
    <fieldset className="grid gap-2" aria-describedby={error ? 'subscribed-error' : undefined}>
      <legend className="mb-1.5 font-medium text-table">
        {t('event-topics.subscribed')}
        <span aria-hidden className="text-danger">
          {' *'}
        </span>
      </legend>
      {events.length === 0 && <p className="text-muted text-table">{t('event-topics.subscribed-none')}</p>}
      {events.map(({ id, name, eventTypeId }) => (
        <CheckBox
          key={id}
          label={name}
          help={<bdi>{eventTypeId}</bdi>}
          checked={chosen.includes(id)}
          onChange={(isChosen) =>
            onChange(
              events.flatMap((each) => ((each.id === id ? isChosen : chosen.includes(each.id)) ? [each.id] : [])),
            )
          }
        />
      ))}
      <FieldMessage id="subscribed-error" error={error} />
    </fieldset>
  );
};
