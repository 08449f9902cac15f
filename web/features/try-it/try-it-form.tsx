import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { ConsumerRow } from '#domain/consumer/schema.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { callOf, keyOf, missingIn, proposed } from '#domain/try-it/call.ts';
import { type TryItOperation, type TryItResponse, tryItLimits } from '#domain/try-it/schema.ts';
import { bytesOf, sentCall } from '#domain/try-it/sent.ts';
import { useCommand } from '../../api/use-command.ts';
import { Field } from '../../components/form/field.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../components/ui/select.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { useCallPaths } from '../deployment/shared/queries.ts';
import { BodyFields } from './body-fields.tsx';
import { CallCode } from './call-code.tsx';
import { OperationChoice } from './operation-choice.tsx';
import { callCommand } from './queries.ts';
import { TryItOutcome } from './try-it-outcome.tsx';
import { Unsent } from './unsent.tsx';
import { ValueField } from './value-field.tsx';

/** A key with its deployment. */
export type TryItKey = Readonly<{ consumer: ConsumerRow; deployment: DeploymentRow }>;

type Props = Readonly<{
  api: Pick<ApiDetail, 'id' | 'revision'>;
  /** At least one key. */
  keys: readonly [TryItKey, ...TryItKey[]];
  operations: readonly [TryItOperation, ...TryItOperation[]];
}>;

/** The form for a call: key, operation and parameters, with the response below. */
export const TryItForm = ({ api, keys, operations }: Props) => {
  const { t } = useTranslation();
  const own = useLazyTexts('calling');
  const format = useFormat();
  const { run, state } = useCommand(callCommand);
  const [keyId, setKeyId] = useState(keys[0].consumer.id);
  const [operation, setOperation] = useState<TryItOperation>(operations[0]);
  const [filled, setFilled] = useState(() => proposed(operation));
  const [response, setResponse] = useState<TryItResponse>();
  const [isTried, setTried] = useState(false);
  const { consumer, deployment } = keys.find((one) => one.consumer.id === keyId) ?? keys[0];
  const form = useRef<HTMLFormElement>(null);
  const isSending = state === 'sending';
  const missing = isTried ? new Set(missingIn(operation, filled)) : new Set<string>();
  const paths = useCallPaths(api, deployment.id);
  const prefix = paths?.prefixFor(operation.basePath);
  const isElsewhere = paths !== undefined && prefix === undefined;
  const call = callOf(operation, filled, prefix);
  const isTooLarge = call.body !== null && call.body.kind !== 'text' && bytesOf(call) > tryItLimits.files;

  const choose = (next: TryItOperation) => {
    setOperation(next);
    setFilled(proposed(next));
    setResponse(undefined);
    setTried(false);
  };
  const chooseKey = (id: number) => {
    setKeyId(id);
    setResponse(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (missingIn(operation, filled).length > 0) {
      // The fields are marked after this event.
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
      return;
    }
    setResponse(undefined);
    setResponse(await run({ parameters: { id: consumer.id }, body: await sentCall(call) }));
  };

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <Field label={t('try-it.key')} help={t('try-it.key-help')}>
        {(props) => (
          <Select value={String(consumer.id)} disabled={isSending} onValueChange={(text) => chooseKey(Number(text))}>
            <SelectTrigger {...props}>
              <SelectValue />
            </SelectTrigger>
            <SelectContent>
              {keys.map((one) => (
                <SelectItem key={one.consumer.id} value={String(one.consumer.id)}>
                  {`${one.consumer.nickname || t('consumers.no-nickname', { id: one.consumer.id })} · ${one.deployment.env} · ${one.deployment.path}`}
                </SelectItem>
              ))}
            </SelectContent>
          </Select>
        )}
      </Field>
      <OperationChoice operations={operations} chosen={operation} onChoose={choose} disabled={isSending} />
      {operation.parameters.map((parameter) => (
        <ValueField
          key={keyOf(parameter)}
          field={parameter}
          label={t(`try-it.in-${parameter.in}`, { name: parameter.name })}
          error={missing.has(keyOf(parameter)) ? t('try-it.required') : undefined}
          disabled={isSending}
          value={filled.values[keyOf(parameter)] ?? ''}
          files={[]}
          onChange={(value) => setFilled({ ...filled, values: { ...filled.values, [keyOf(parameter)]: value } })}
          onFiles={() => undefined}
        />
      ))}
      <BodyFields
        bodies={operation.bodies}
        filled={filled}
        missing={missing}
        disabled={isSending}
        onForm={(next) => {
          const { values, ...body } = proposed(operation, next);
          setFilled({ ...body, values: { ...values, ...filled.values } });
        }}
        onFilled={setFilled}
      />
      <Unsent unsent={operation.unsent} />
      {isElsewhere ? (
        <p role="alert" className="text-danger text-table">
          {own('calling.elsewhere', { path: operation.basePath || '/' })}
        </p>
      ) : (
        <>
          <Ltr className="block break-all font-mono text-muted text-xs">{`${call.method} ${deployment.url}${call.path}`}</Ltr>
          <CallCode call={call} deployment={deployment} />
        </>
      )}
      {isTooLarge && (
        <p role="alert" className="text-danger text-table">
          {own('calling.too-large', { size: format.bytes(tryItLimits.files) })}
        </p>
      )}
      <Button
        type="submit"
        variant={deployment.env === 'PROD' ? 'danger' : 'primary'}
        className="ms-auto"
        disabled={isSending || isTooLarge || isElsewhere}
      >
        {isSending ? t('try-it.sending') : t('try-it.send', { environment: deployment.env })}
      </Button>
      {response && <TryItOutcome response={response} />}
    </form>
  );
};
