import { Plus, X } from 'lucide-react';
import { useImperativeHandle, useRef } from 'react';
import { type Control, type FieldError, useController } from 'react-hook-form';
import {
  type Config,
  type ConfigDefinition,
  customLimit,
  definitionsOf,
  shownDefinitions,
} from '#domain/resource/configs.ts';
import type { ResourceType } from '#domain/resource/types.ts';
import { comingMessage } from '../../components/form/coming-message.ts';
import { Field } from '../../components/form/field.tsx';
import { FieldError as ErrorLine } from '../../components/form/field-error.tsx';
import { SelectInput } from '../../components/form/select-input.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Input } from '../../components/ui/input.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { configHelp, configLabel } from './config-texts.ts';
import type { ResourceInput, ResourceOutput } from './form-values.ts';

type Problems = readonly (Partial<Record<'name' | 'value', FieldError>> | undefined)[] & Readonly<{ message?: string }>;
type Props = Readonly<{
  control: Control<ResourceInput, unknown, ResourceOutput>;
  type: ResourceType;
  /** Whether the resource is saved already: then an empty secret stays as it is. */
  isSaved: boolean;
}>;

/**
 * The properties of a resource: those of its type, and pairs of one's own. One controller has all rows, as for the attributes of
 * an organization.
 */
export const ConfigFields = ({ control, type, isSaved }: Props) => {
  const t = useLazyTexts('resources');
  const group = useRef<HTMLDivElement>(null);
  const { field, fieldState } = useController({ control, name: 'configs' });
  const configs: readonly Config[] = field.value;
  const problems = fieldState.error as Problems | undefined;
  const predefined = new Set(definitionsOf(type).map(({ name }) => name));
  const rows = configs.map((config, index) => ({ ...config, index }));
  const custom = rows.filter(({ name, index }) => !predefined.has(name) || index >= predefined.size);
  const find = (selector: string) => group.current?.querySelector<HTMLElement>(selector);
  // The changed rows are rendered only after this event.
  const focusSoon = (selector: string) => setTimeout(() => find(selector)?.focus());
  useImperativeHandle(field.ref, () => ({ focus: () => find('[aria-invalid=true]')?.focus() }));

  const change = (index: number, part: Partial<Config>) =>
    field.onChange(configs.map((config, at) => (at === index ? { ...config, ...part } : config)));
  const add = () => {
    field.onChange([...configs, { name: '', value: '' }]);
    focusSoon('li:last-child input');
  };
  const remove = (index: number) => {
    field.onChange(configs.toSpliced(index, 1));
    focusSoon('[data-add]');
  };
  const messagesOf = (index: number, part: 'name' | 'value') => ({
    error: problems?.[index]?.[part]?.message,
    room: comingMessage(control, `configs.${index}.${part}`),
  });

  const isRequired = ({ isOptional, kind }: ConfigDefinition) => !isOptional && !(kind === 'secret' && isSaved);
  const helpOf = ({ name, kind }: ConfigDefinition) =>
    [configHelp(t, type, name), kind === 'secret' && isSaved ? t('resources.secret-kept') : '']
      .filter(Boolean)
      .join(' ');

  return (
    <div ref={group} className="grid gap-5">
      {shownDefinitions(type, configs).map((definition) => {
        const { name, kind, choices } = definition;
        const index = configs.findIndex((config) => config.name === name);
        const label = configLabel(t, type, name);
        const value = configs[index]?.value ?? '';
        return (
          <Field
            key={name}
            label={label}
            help={helpOf(definition)}
            required={isRequired(definition)}
            {...messagesOf(index, 'value')}
          >
            {(props) =>
              choices ? (
                <SelectInput
                  {...props}
                  label={label}
                  options={choices.map((choice) => ({ value: choice, label: choice }))}
                  value={value}
                  onChange={(next) => change(index, { value: String(next ?? '') })}
                  onBlur={field.onBlur}
                />
              ) : (
                <Input
                  {...props}
                  dir="ltr"
                  type={kind === 'secret' ? 'password' : 'text'}
                  inputMode={kind === 'port' || kind === 'milliseconds' ? 'numeric' : undefined}
                  autoComplete={kind === 'secret' ? 'new-password' : 'off'}
                  spellCheck={false}
                  className="font-mono text-table"
                  value={value}
                  onChange={(event) => change(index, { value: event.target.value })}
                  onBlur={field.onBlur}
                />
              )
            }
          </Field>
        );
      })}
      {custom.length > 0 && (
        <ul className="grid gap-4">
          {custom.map(({ name, value, index }, at) => (
            <li key={index} className="flex items-start gap-2">
              <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
                {(['name', 'value'] as const).map((part) => (
                  <Field
                    key={part}
                    label={t(`resources.custom-${part}`, { number: at + 1 })}
                    required={part === 'name'}
                    {...messagesOf(index, part)}
                  >
                    {(props) => (
                      <Input
                        {...props}
                        dir="auto"
                        autoComplete="off"
                        value={part === 'name' ? name : value}
                        onChange={(event) => change(index, { [part]: event.target.value })}
                        onBlur={field.onBlur}
                      />
                    )}
                  </Field>
                ))}
              </div>
              <Button
                variant="quiet"
                size="icon-small"
                className="mt-6"
                aria-label={t('resources.custom-remove', { number: at + 1 })}
                onClick={() => remove(index)}
              >
                <X />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {problems?.message && <ErrorLine text={problems.message} />}
      {custom.length < customLimit && (
        <div className="grid gap-1.5">
          <div>
            <Button size="small" data-add onClick={add}>
              <Plus />
              {t('resources.custom-add')}
            </Button>
          </div>
          <p className="text-muted text-xs">{t('resources.custom-help')}</p>
        </div>
      )}
    </div>
  );
};
