import type { Attachment } from '#domain/try-it/call.ts';
import type { FilledValue, TryItField } from '#domain/try-it/schema.ts';
import { Field } from '../../components/form/field.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { Input } from '../../components/ui/input.tsx';
import { Textarea } from '../../components/ui/textarea.tsx';
import { AttachmentInput } from './attachment-input.tsx';
import { RowsInput } from './rows-input.tsx';

type Props = Readonly<{
  field: TryItField;
  label: string;
  error: string | undefined;
  disabled: boolean;
  value: FilledValue;
  files: readonly Attachment[];
  onChange: (value: FilledValue) => void;
  onFiles: (files: readonly Attachment[]) => void;
}>;

/** Help of a field: its description and, where it has one of its own, its media type. */
const Help = ({ field: { description, contentType } }: { field: TryItField }) => (
  <>
    {description && <bdi>{description}</bdi>}
    {description && contentType && ' · '}
    {contentType && <Ltr>{contentType}</Ltr>}
  </>
);

/** A parameter, or a field of a form, filled in as it is written: one text, rows, or files. */
export const ValueField = ({ field, label, error, disabled, value, files, onChange, onFiles }: Props) => {
  const { name, required, description, contentType, example, writing } = field;
  const shape = writing?.shape ?? 'text';
  const help = description || contentType ? <Help field={field} /> : undefined;
  return (
    <Field label={label} help={help} required={required} error={error}>
      {(props) => {
        const { id, 'aria-invalid': isWrong, 'aria-describedby': describedBy } = props;
        if (shape === 'file' || shape === 'files')
          return (
            <AttachmentInput
              {...{ id, name, files, isWrong, describedBy, disabled }}
              several={shape === 'files'}
              onChange={onFiles}
            />
          );
        if (shape !== 'text')
          return <RowsInput {...{ id, name, shape, value, example, isWrong, describedBy, disabled, onChange }} />;
        const text = {
          ...props,
          dir: 'ltr' as const,
          spellCheck: false,
          placeholder: typeof example === 'string' ? example : '',
          disabled,
          value: typeof value === 'string' ? value : '',
          onChange: (event: { target: { value: string } }) => onChange(event.target.value),
        };
        return contentType === undefined ? (
          <Input {...text} autoComplete="off" className="font-mono text-table" />
        ) : (
          <Textarea {...text} rows={4} className="font-mono text-xs" />
        );
      }}
    </Field>
  );
};
