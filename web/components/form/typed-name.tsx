import { useId } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Input } from '../ui/input.tsx';
import { FieldMessage } from './field-message.tsx';

type Props = Readonly<{
  /** Text that must be typed. */
  expected: string;
  typed: string;
  onChange: (typed: string) => void;
}>;

/** Asks for a text that is shown, so that nobody deletes something by a wrong click. */
export const TypedName = ({ expected, typed, onChange }: Props) => {
  const { t } = useTranslation();
  const id = useId();
  const isWrong = typed !== '' && typed !== expected;
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-table">
        <Trans
          i18nKey="common.confirm-prompt"
          values={{ expected }}
          components={[<strong key="expected" className="font-medium font-mono [overflow-wrap:anywhere]" />]}
        />
      </label>
      <Input
        id={id}
        dir="auto"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-error` : undefined}
      />
      <FieldMessage id={`${id}-error`} error={isWrong ? t('common.confirm-mismatch') : undefined} />
    </div>
  );
};
