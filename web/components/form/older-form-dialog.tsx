import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ValueChange } from '../text/value-change.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogContent, DialogDescription, DialogFooter, DialogTitle } from '../ui/dialog.tsx';
import { RadioGroup, RadioGroupItem } from '../ui/radio-group.tsx';
import { ChangedBy } from './changed-by.tsx';
import { type Choice, choicesOf, type OlderFields, type Refused } from './older-fields.ts';

export type OlderFormDialogProps = Readonly<{
  refused: Refused;
  isOpen: boolean;
  fields: OlderFields;
  /** Puts a value into the form. */
  put: (field: string, value: unknown) => void;
  onLeave: () => void;
  /** `isSaved`: the form is saved at once. */
  onAccept: (isSaved: boolean) => void;
}>;

/** Returns a function that shows a value of a field. */
const useValueText = (fields: OlderFields) => {
  const { t } = useTranslation();
  const textOf = (value: unknown): string => {
    if (typeof value === 'boolean') return t(value ? 'older-form.on' : 'older-form.off');
    if (value === null || value === undefined || value === '') return t('older-form.nothing');
    if (Array.isArray(value)) return value.length === 0 ? t('older-form.nothing') : value.map(String).join('\n');
    return String(value);
  };
  return ({ field, names, from, to }: Choice, value: unknown): string => {
    if (names && (value === from || value === to)) return textOf(value === to ? names.to : names.from);
    return (fields[field]?.text ?? textOf)(value);
  };
};

const Changes = ({ title, children }: Readonly<{ title: string; children: ReactNode }>) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <h3 id={id} className="font-medium text-table">
        {title}
      </h3>
      {children}
    </section>
  );
};

type OptionProps = Readonly<{ side: 'mine' | 'theirs'; label: string; text: string }>;

const Option = ({ side, label, text }: OptionProps) => {
  const id = useId();
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is the radio item within
    <label className="flex min-w-0 cursor-pointer items-start gap-2.5 rounded-card border border-border bg-surface px-3 py-2 transition-colors hover:bg-hover has-data-[state=checked]:border-accent has-data-[state=checked]:bg-accent-soft">
      <RadioGroupItem value={side} aria-labelledby={`${id}-side`} aria-describedby={`${id}-value`} className="mt-0.5" />
      <span className="grid min-w-0 gap-0.5">
        <span id={`${id}-side`} className="font-medium leading-5">
          {label}
        </span>
        <bdi
          id={`${id}-value`}
          className="max-h-24 overflow-y-auto whitespace-pre-wrap text-muted text-table [overflow-wrap:anywhere]"
        >
          {text}
        </bdi>
      </span>
    </label>
  );
};

/**
 * Shows what was changed since a form was opened, by whom and when. The person chooses, field by field, what to keep of
 * the fields that both changed. Everything else that was changed is taken over. Nothing that was typed is lost.
 */
export const OlderFormDialog = ({ refused, isOpen, fields, put, onLeave, onAccept }: OlderFormDialogProps) => {
  const { t } = useTranslation();
  const valueText = useValueText(fields);
  const choices = choicesOf(refused);
  const [theirs, setTheirs] = useState<readonly string[]>([]);
  const labelOf = ({ field }: Choice) => fields[field]?.label ?? field;
  const of = (kind: Choice['kind']) => choices.filter((choice) => choice.kind === kind);
  const [both, taken, same] = [of('both'), of('theirs'), of('same')];

  const accept = (isSaved: boolean) => {
    for (const { field, to } of [...taken, ...both.filter(({ field }) => theirs.includes(field))])
      (fields[field]?.put ?? ((value) => put(field, value)))(to);
    onAccept(isSaved);
  };

  return (
    <Dialog open={isOpen} onOpenChange={(next) => !next && onLeave()}>
      <DialogContent className="max-w-[560px]">
        <div className="grid gap-1.5">
          <DialogTitle>{t('older-form.title')}</DialogTitle>
          <DialogDescription>{t(both.length > 0 ? 'older-form.text-both' : 'older-form.text')}</DialogDescription>
          <ChangedBy changed={refused.changed} />
        </div>
        {both.length > 0 && (
          <Changes title={t('older-form.both')}>
            {both.map((choice) => (
              <fieldset key={choice.field} className="grid gap-1.5">
                <legend className="mb-1.5 text-muted text-table">{labelOf(choice)}</legend>
                <RadioGroup
                  aria-label={labelOf(choice)}
                  value={theirs.includes(choice.field) ? 'theirs' : 'mine'}
                  onValueChange={(side) =>
                    setTheirs((before) => [
                      ...before.filter((field) => field !== choice.field),
                      ...(side === 'theirs' ? [choice.field] : []),
                    ])
                  }
                  className="sm:grid-cols-2"
                >
                  <Option side="mine" label={t('older-form.mine')} text={valueText(choice, choice.mine)} />
                  <Option side="theirs" label={t('older-form.theirs')} text={valueText(choice, choice.to)} />
                </RadioGroup>
              </fieldset>
            ))}
          </Changes>
        )}
        {taken.length > 0 && (
          <Changes title={t('older-form.taken')}>
            <dl className="grid gap-2 text-table">
              {taken.map((choice) => (
                <div key={choice.field} className="grid gap-0.5">
                  <dt className="text-muted">{labelOf(choice)}</dt>
                  <dd className="grid gap-0.5 whitespace-pre-wrap">
                    <ValueChange side="before" text={valueText(choice, choice.from)} />
                    <ValueChange side="after" text={valueText(choice, choice.to)} />
                  </dd>
                </div>
              ))}
            </dl>
          </Changes>
        )}
        {same.length > 0 && (
          <p className="text-muted text-table">{t('older-form.same', { fields: same.map(labelOf).join(', ') })}</p>
        )}
        <DialogFooter>
          <Button onClick={onLeave}>{t('older-form.keep-editing')}</Button>
          <Button onClick={() => accept(false)}>{t('older-form.take-over')}</Button>
          <Button variant="primary" onClick={() => accept(true)}>
            {t('older-form.save')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
};
