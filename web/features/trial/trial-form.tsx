import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiDetail } from '#domain/api/schema.ts';
import type { ConsumerRow } from '#domain/consumer/schema.ts';
import type { DeploymentRow } from '#domain/deployment/row.ts';
import { type TrialAnswer, type TrialOperation, trialLimits } from '#domain/trial/schema.ts';
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
import { TrialOutcome } from './trial-outcome.tsx';
import { keyOf, missingIn, proposed, takesBody, trialRequest } from './trial-request.ts';

/** A key with the deployment that it opens. */
export type TrialKey = Readonly<{ consumer: ConsumerRow; deployment: DeploymentRow }>;

type Props = Readonly<{
  api: Pick<ApiDetail, 'id' | 'revision'>;
  /** At least one of each. */
  keys: readonly [TrialKey, ...TrialKey[]];
  operations: readonly [TrialOperation, ...TrialOperation[]];
}>;

/** Key, operation, what it needs, and the answer below. */
export const TrialForm = ({ api, keys, operations }: Props) => {
  const { t } = useTranslation();
  const { run, state } = useCommand(callCommand);
  const [keyId, setKeyId] = useState(keys[0].consumer.id);
  const [operation, setOperation] = useState<TrialOperation>(operations[0]);
  const [filled, setFilled] = useState(() => proposed(operation));
  const [body, setBody] = useState(operation.body?.example ?? '');
  const [answer, setAnswer] = useState<TrialAnswer>();
  const [isTried, setTried] = useState(false);
  const { consumer, deployment } = keys.find((one) => one.consumer.id === keyId) ?? keys[0];
  const form = useRef<HTMLFormElement>(null);
  const isSending = state === 'sending';
  const missing = isTried ? new Set(missingIn(operation, filled).map(keyOf)) : new Set<string>();
  const request = trialRequest(operation, filled, body, useCallPaths(api, deployment.id)?.prefix);

  const choose = (next: TrialOperation) => {
    setOperation(next);
    setFilled(proposed(next));
    setBody(next.body?.example ?? '');
    setAnswer(undefined);
    setTried(false);
  };
  const chooseKey = (id: number) => {
    setKeyId(id);
    setAnswer(undefined);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (missingIn(operation, filled).length > 0) {
      // They are marked after this event.
      setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
      return;
    }
    setAnswer(undefined);
    setAnswer(await run({ ...request, consumerId: consumer.id }));
  };

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-4">
      <Field label={t('trial.key')} help={t('trial.key-help')} error={undefined}>
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
          label={t(`trial.in-${parameter.in}`, { name: parameter.name })}
          help={parameter.description ? <bdi>{parameter.description}</bdi> : undefined}
          required={parameter.required}
          error={missing.has(keyOf(parameter)) ? t('trial.required') : undefined}
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
        <Field label={t('trial.body')} help={<Ltr>{operation.body.contentType}</Ltr>} error={undefined}>
          {(props) => (
            <Textarea
              {...props}
              dir="ltr"
              rows={8}
              spellCheck={false}
              maxLength={trialLimits.body}
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
        {isSending ? t('trial.sending') : t('trial.send', { environment: deployment.env })}
      </Button>
      {answer && <TrialOutcome answer={answer} />}
    </form>
  );
};
