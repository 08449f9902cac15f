import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { ConsumerRow } from '#domain/consumer/schema.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { type TryItOperation, type TryItResponse, tryItLimits } from '#domain/try-it/schema.ts';
import { useCommand } from '../../api/use-command.ts';
import { Field } from '../../components/form/field.tsx';
import { Ltr } from '../../components/text/ltr.tsx';
import { Button } from '../../components/ui/button.tsx';
import { Input } from '../../components/ui/input.tsx';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../components/ui/select.tsx';
import { Textarea } from '../../components/ui/textarea.tsx';
import { useCallPaths } from '../deployment/shared/queries.ts';
import { OperationChoice } from './operation-choice.tsx';
import { callCommand } from './queries.ts';
import { TryItOutcome } from './try-it-outcome.tsx';
import { keyOf, missingIn, proposed, takesBody, tryItRequest } from './try-it-request.ts';

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
  const { run, state } = useCommand(callCommand);
  const [keyId, setKeyId] = useState(keys[0].consumer.id);
  const [operation, setOperation] = useState<TryItOperation>(operations[0]);
  const [filled, setFilled] = useState(() => proposed(operation));
  const [body, setBody] = useState(operation.body?.example ?? '');
  const [response, setResponse] = useState<TryItResponse>();
  const [isTried, setTried] = useState(false);
  const { consumer, deployment } = keys.find((one) => one.consumer.id === keyId) ?? keys[0];
  const form = useRef<HTMLFormElement>(null);
  const isSending = state === 'sending';
  const missing = isTried ? new Set(missingIn(operation, filled).map(keyOf)) : new Set<string>();
  const request = tryItRequest(operation, filled, body, useCallPaths(api, deployment.id)?.prefix);

  const choose = (next: TryItOperation) => {
    setOperation(next);
    setFilled(proposed(next));
    setBody(next.body?.example ?? '');
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
    setResponse(await run({ parameters: { id: consumer.id }, body: request }));
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
        <Field
          key={keyOf(parameter)}
          label={t(`try-it.in-${parameter.in}`, { name: parameter.name })}
          help={parameter.description ? <bdi>{parameter.description}</bdi> : undefined}
          required={parameter.required}
          error={missing.has(keyOf(parameter)) ? t('try-it.required') : undefined}
        >
          {(props) => (
            <Input
              {...props}
              dir="ltr"
              autoComplete="off"
              spellCheck={false}
              className="font-mono text-table"
              placeholder={parameter.example}
              disabled={isSending}
              value={filled[keyOf(parameter)] ?? ''}
              onChange={(event) => setFilled({ ...filled, [keyOf(parameter)]: event.target.value })}
            />
          )}
        </Field>
      ))}
      {operation.body && takesBody(operation) && (
        <Field label={t('try-it.body')} help={<Ltr>{operation.body.contentType}</Ltr>}>
          {(props) => (
            <Textarea
              {...props}
              dir="ltr"
              rows={8}
              spellCheck={false}
              maxLength={tryItLimits.body}
              className="font-mono text-xs"
              disabled={isSending}
              value={body}
              onChange={(event) => setBody(event.target.value)}
            />
          )}
        </Field>
      )}
      <Ltr className="block break-all font-mono text-muted text-xs">{`${request.method} ${deployment.url}${request.path}`}</Ltr>
      <Button
        type="submit"
        variant={deployment.env === 'PROD' ? 'danger' : 'primary'}
        className="ms-auto"
        disabled={isSending}
      >
        {isSending ? t('try-it.sending') : t('try-it.send', { environment: deployment.env })}
      </Button>
      {response && <TryItOutcome response={response} />}
    </form>
  );
};
