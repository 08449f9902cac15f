import { useId } from 'react';
import type { AsOfQuery } from '#domain/as-of/schema.ts';
import { asOfSubjects } from '#domain/as-of/subjects.ts';
import { environments } from '#domain/core/environment.ts';
import { SelectInput } from '../../components/form/select-input.tsx';
import { DateInput } from '../../components/table/date-input.tsx';
import { SelectFilter } from '../../components/table/select-filter.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Input } from '../../components/ui/input.tsx';
import { Label } from '../../components/ui/label.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { localMomentOf, momentOf, utcText } from './local-moment.ts';
import { asOfSubjectsOptions } from './queries.ts';
import { SubjectPicker } from './shared/subject-picker.tsx';

type Question = Pick<AsOfQuery, 'of' | 'id' | 'env' | 'at'>;

type Props = Readonly<{
  question: Question;
  /** The moment that is shown. */
  at: string;
  isToCome: boolean;
  name: string | undefined;
  onChange: (patch: Partial<Question>) => void;
}>;

const TimeInput = ({ value, onChange }: { value: string; onChange: (time: string) => void }) => {
  const t = useLazyTexts('as-of');
  const id = useId();
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <Label htmlFor={id}>{t('as-of.time')}</Label>
      <Input
        id={id}
        type="time"
        value={value}
        className="tabular-nums"
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
};

/** What is asked, about what, and as of when: in the reader's zone, with UTC beside it. */
export const AsOfQuestion = ({ question: { of, id, env }, at, isToCome, name, onChange }: Props) => {
  const t = useLazyTexts('as-of', 'audit');
  const format = useFormat();
  const ofId = useId();
  const { day, time } = localMomentOf(at);
  const move = (patch: Readonly<{ day?: string; time?: string }>) => {
    const moment = momentOf({ day, time, ...patch });
    if (moment !== undefined) onChange({ at: moment });
  };
  const hasEnvironment = of === 'api' || of === 'organization';
  return (
    <section aria-label={t('as-of.question')} className="grid gap-2">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-3 xl:grid-cols-[10rem_minmax(14rem,1fr)_10rem_11rem_9rem]">
        <div className="grid min-w-0 content-start gap-1.5">
          <Label htmlFor={ofId}>{t('as-of.about')}</Label>
          <SelectInput
            id={ofId}
            label={t('as-of.about')}
            options={asOfSubjects.map((value) => ({ value, label: t(`as-of.of.${value}`) }))}
            value={of}
            onChange={(next) => onChange({ of: next as Question['of'], id: undefined, env: undefined })}
          />
        </div>
        <SubjectPicker
          key={of}
          label={t(`as-of.of.${of}`)}
          optionsOf={(words) => asOfSubjectsOptions(of, words)}
          id={id}
          name={name}
          onChoose={(chosen) => onChange({ id: chosen, at })}
        />
        {hasEnvironment && (
          <SelectFilter
            label={t('audit.environment')}
            options={environments.map((value) => ({ value, label: value }))}
            value={env}
            onChange={(next) => onChange({ env: next })}
          />
        )}
        <DateInput
          label={t('as-of.day')}
          value={day}
          onChange={(next) => move({ day: next })}
          error={isToCome ? t('as-of.to-come') : undefined}
        />
        <TimeInput value={time} onChange={(next) => move({ time: next })} />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-muted text-table">
        <span>
          {format.dateTime(at)} · <Ltr>{utcText(at)}</Ltr>
        </span>
        <Button variant="link" className="text-table" onClick={() => onChange({ at: new Date().toISOString() })}>
          {t('as-of.now')}
        </Button>
      </p>
    </section>
  );
};
