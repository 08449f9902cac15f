import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { eventCategoryDescriptionLimit, mostEvents } from '#domain/event-category/limits.ts';
import { TextAreaField } from '../../components/form/text-area-field.tsx';
import { TextField } from '../../components/form/text-field.tsx';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { SchemaField } from './schema-field.tsx';
import type { CategoryForm } from './use-document.ts';

/** A schema to start from. */
const emptySchema = JSON.stringify(
  { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', properties: {}, required: [] },
  null,
  2,
);

type Props = Readonly<{ form: CategoryForm; onSave: () => void }>;

/** The events of a category: one is chosen and edited at a time. */
export const EventFields = ({ form, onSave }: Props) => {
  const t = useLazyTexts('event-categories');
  const events = useWatch({ control: form.control, name: 'events' }) ?? [];
  const [chosen, setChosen] = useState(0);
  const index = Math.min(chosen, events.length - 1);
  const event = events[index];
  const put = (next: typeof events) => form.setValue('events', next, { shouldDirty: true, shouldValidate: false });
  const add = () => {
    put([...events, { id: 0, name: '', description: '', eventTypeId: '', schema: emptySchema }]);
    setChosen(events.length);
  };
  return (
    <section aria-label={t('event-categories.events')} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-1.5">
        {events.map((one, at) => (
          <Button
            // biome-ignore lint/suspicious/noArrayIndexKey: new events have no id, and their order is theirs
            key={at}
            size="small"
            aria-pressed={at === index}
            className="aria-pressed:border-accent aria-pressed:text-accent-text"
            onClick={() => setChosen(at)}
          >
            <bdi className="max-w-48 truncate">{one.name || t('event-categories.unnamed')}</bdi>
          </Button>
        ))}
        <Button variant="quiet" size="small" disabled={events.length >= mostEvents} onClick={add}>
          <Plus />
          {t('event-categories.add-event')}
        </Button>
      </div>
      {event && (
        <div key={index} className="grid gap-4 rounded-card border border-border p-3.5">
          <TextField
            control={form.control}
            name={`events.${index}.name`}
            label={t('event-categories.event-name')}
            autoComplete="off"
            required
          />
          <TextField
            control={form.control}
            name={`events.${index}.eventTypeId`}
            label={t('event-categories.event-type')}
            help={t('event-categories.event-type-help')}
            autoComplete="off"
            dir="ltr"
            required
          />
          <TextAreaField
            control={form.control}
            name={`events.${index}.description`}
            label={t('event-categories.event-description')}
            maximum={eventCategoryDescriptionLimit}
            rows={2}
            required
          />
          <div className="grid gap-1.5">
            <p className="font-medium text-table">{t('event-categories.schema')}</p>
            <p className="text-muted text-xs">{t('event-categories.schema-help')}</p>
            <SchemaField
              label={t('event-categories.schema')}
              value={event.schema}
              onChange={(schema) => put(events.map((one, at) => (at === index ? { ...one, schema } : one)))}
              onSave={onSave}
            />
          </div>
          <Button
            variant="quiet"
            size="small"
            className="justify-self-start text-danger"
            onClick={() => put(events.filter((_, at) => at !== index))}
          >
            <Trash2 />
            {t('event-categories.remove-event')}
          </Button>
        </div>
      )}
    </section>
  );
};
