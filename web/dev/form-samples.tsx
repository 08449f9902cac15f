import * as z from 'zod/mini';
import { requestTransformerFields, requestTransformerRules } from '#domain/deployment/request-transformer.ts';
import { ProblemError } from '../api/problem-error.ts';
import { CheckboxField } from '../components/form/checkbox-field.tsx';
import { DayField } from '../components/form/day-field.tsx';
import { EntryRowsField } from '../components/form/entry-rows-field.tsx';
import { Field } from '../components/form/field.tsx';
import { FieldError } from '../components/form/field-error.tsx';
import { FileField } from '../components/form/file-field.tsx';
import { FormBar } from '../components/form/form-bar.tsx';
import { DialogForm, FormDialog } from '../components/form/form-dialog.tsx';
import { FormSection } from '../components/form/form-section.tsx';
import { NumberField } from '../components/form/number-field.tsx';
import { OlderForm } from '../components/form/older-form.tsx';
import { RadioField } from '../components/form/radio-field.tsx';
import { SelectField } from '../components/form/select-field.tsx';
import { SwitchField } from '../components/form/switch-field.tsx';
import { TextAreaField } from '../components/form/text-area-field.tsx';
import { TextField } from '../components/form/text-field.tsx';
import { TransformerLists } from '../components/form/transformer-lists.tsx';
import { useOlderForm } from '../components/form/use-older-form.ts';
import { useZodForm } from '../components/form/use-zod-form.ts';
import { Button } from '../components/ui/button.tsx';
import { Input } from '../components/ui/input.tsx';
import { Toggled } from './toggled.tsx';

const body = z.strictObject({
  name: z.string().check(z.minLength(1, 'name.no-letters')),
  phone: z.string().check(z.minLength(1, 'user.phone-invalid')),
  note: z.string(),
  day: z.nullable(z.iso.date()),
  calls: z.int('field.invalid'),
  environment: z.string(),
  company: z.int(),
  size: z.string(),
  active: z.boolean(),
  file: z.optional(z.instanceof(File)),
  headers: z.array(z.string()),
  transformer: z.strictObject(requestTransformerFields),
});

const environments = ['DEV', 'TEST', 'PROD'].map((value) => ({ value, label: value }));
const companies = Array.from({ length: 300 }, (_, value) => ({ value, label: `Company ${value}` }));
const sizes = [
  { value: 'small', label: 'Small', help: 'Fits everywhere' },
  { value: 'large', label: 'Large', help: 'Needs room' },
];
const noLists = {
  addHeaders: ['x-team:payments'],
  removeHeaders: [],
  renameHeaders: [],
  replaceHeaders: [],
  addQuerystring: [],
  renameQuerystring: [],
  removeQuerystring: [],
  addBody: [],
  renameBody: [],
  removeBody: [],
};

const NameForm = ({ onDone }: { onDone: () => void }) => {
  const { control } = useZodForm(z.strictObject({ name: z.string() }), { name: '' });
  const submit = (event: { preventDefault: () => void }) => {
    event.preventDefault();
    onDone();
  };
  return (
    <DialogForm onSubmit={submit} action="Save" isLocked={false} status="Nothing is sent from here">
      <TextField name="name" control={control} label="Name" />
    </DialogForm>
  );
};

/** What the server says about an older form, after somebody else changed two fields. */
const older = new ProblemError(409, 'form.older', {
  changed: {
    basedOn: 4,
    by: { id: 9, name: 'Mia Lind' },
    at: '2026-11-01T09:30:00.000Z',
    changes: [
      { field: 'name', from: 'Till', to: 'Counter' },
      { field: 'active', from: true, to: false },
    ],
  },
});

const OlderSample = () => {
  const state = useOlderForm(3);
  const fields = { name: { label: 'Name' }, active: { label: 'Active' } };
  return (
    <>
      <Button onClick={() => state.showOf({ name: 'Desk', active: true })(older)}>Older form</Button>
      <OlderForm older={state} fields={fields} save={() => {}} />
    </>
  );
};

export const FormSamples = () => {
  const form = useZodForm(body, {
    name: '',
    phone: '',
    note: '',
    day: null,
    calls: 60,
    environment: 'DEV',
    company: 7,
    size: 'small',
    active: true,
    file: undefined,
    headers: ['accept:text/plain'],
    transformer: noLists,
  });
  const { control } = form;
  return (
    <form noValidate onSubmit={(event) => void form.handleSubmit(() => {})(event)} className="grid gap-6">
      <FormSection title="A section" text="What it is about.">
        <TextField name="name" control={control} label="Name" help="What people call it." required />
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField name="phone" control={control} label="A field with a long message" required />
          <TextField name="note" control={control} label="A field beside it" />
        </div>
        <TextAreaField name="note" control={control} label="Note" />
        <DayField name="day" control={control} label="Last day" help="When it ends." />
        <TextAreaField name="note" control={control} label="Note that grows" grows />
        <NumberField name="calls" control={control} label="Calls" unit="per minute" />
        <SelectField name="environment" control={control} label="Environment" options={environments} />
        <SelectField name="company" control={control} label="Company: many options" options={companies} />
        <RadioField name="size" control={control} label="Size" options={sizes} columns={2} />
        <SwitchField name="active" control={control} label="Active" />
        <CheckboxField name="active" control={control} label="Active, as a check box" />
        <FileField name="file" control={control} label="File" accept=".json,.yaml" help="JSON or YAML" />
        <EntryRowsField name="headers" control={control} label="Headers" hint="name:value" halves={['Name', 'Value']} />
        <TransformerLists
          control={control}
          rules={requestTransformerRules}
          pathOf={(list) => `transformer.${list}`}
          disabled={false}
        />
        <Field label="A field of its own" error="Something is wrong with it">
          {(props) => <Input {...props} />}
        </Field>
        <Field label="A field that is not yours" error="You may not choose this" why='{"action":"api.publish"}'>
          {(props) => <Input {...props} />}
        </Field>
        <FieldError text="An error without a field" />
      </FormSection>
      <FormBar status="Nothing is sent from here">
        <Toggled word="Form dialog">
          {(open, setOpen) => (
            <FormDialog open={open} onClose={() => setOpen(false)} title="A question" text="What is its name?">
              <NameForm onDone={() => setOpen(false)} />
            </FormDialog>
          )}
        </Toggled>
        <OlderSample />
        <Button type="submit" variant="primary">
          Show what is wrong
        </Button>
      </FormBar>
    </form>
  );
};
