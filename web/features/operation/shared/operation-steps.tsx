import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { OperationStep } from '#domain/operation/schema.ts';
import { useFormat } from '../../../i18n/format.ts';

const parts = ['service', 'route', 'consumer', 'anonymous consumer', 'acl', 'key-auth', 'oauth2'] as const;
/** Objects of a gateway's owner, and what stands at Kafka. */
const others = {
  upstream: 'operations.step.upstream',
  target: 'operations.step.target',
  certificate: 'operations.step.certificate',
  topic: 'operations.step.topic',
  'kafka user': 'operations.step.kafka-user',
  'kafka rights': 'operations.step.kafka-rights',
} as const;
/**
 * Changes that must be in force at the gateway before the operation continues. The target is the maximum wait in
 * seconds.
 */
const waits = [
  'wait-for-closing',
  'closing-in-force',
  'write-closing-again',
  'wait-for-protection',
  'protection-in-force',
  'write-protection-again',
  'wait-for-change',
  'change-in-force',
  'write-change-again',
  'wait-for-nodes',
] as const;
/** A wait for a change that plugins of the gateway's owner hide. */
const hidden = /^[a-z]+-hidden-by (.+)$/;
/** Parts of an operation that other operations carry out, and steps with a text of their noun. */
const requests = [
  'undeploy',
  'remove-keys',
  'delete-api',
  'delete-application',
  'delete-people',
  'suspend-keys',
  'restore-keys',
  'prove-key',
  'request-deploy',
  'as-approved',
] as const;
const results = ['created', 'changed', 'removed', 'unchanged', 'verified'] as const;

/**
 * Returns the words for a worker's step ("put plugin acl", "read back", "probe"), or for its object alone. An unknown
 * step is returned unchanged.
 */
export const stepText = (t: TFunction, step: string): string => {
  if (step === 'read back') return t('operations.step.read-back');
  const request = requests.find((name) => name === step);
  if (request) return t(`operations.step.${request}`);
  if (step === 'probe') return t('operations.step.probe');
  const wait = waits.find((name) => name === step);
  if (wait) return t(`operations.step.${wait}`);
  if (step.endsWith('-not-seen')) return t('operations.step.not-seen');
  const [, plugins] = hidden.exec(step) ?? [];
  if (plugins) return t('operations.step.hidden', { plugins });
  if (step.startsWith('close ')) return t('operations.step.close', { thing: stepText(t, step.slice('close '.length)) });
  const thing = step.replace(/^(put|delete|make) /, '');
  if (Object.hasOwn(others, thing)) return t(others[thing as keyof typeof others]);
  if (thing.startsWith('plugin ')) return t('operations.step.plugin', { name: thing.slice('plugin '.length) });
  if (thing.startsWith('route ')) return t('operations.step.route-of', { name: thing.slice('route '.length) });
  const part = parts.find((name) => name === thing);
  if (part === 'anonymous consumer') return t('operations.step.anonymous-consumer');
  return part ? t(`operations.step.${part}`) : step;
};

/** Returns the result of a step. For a wait, returns how long it may take. */
const resultText = (t: TFunction, { step, target, result }: OperationStep): string => {
  if (step.startsWith('wait-for-')) return t('operations.step.up-to', { seconds: target });
  const known = results.find((name) => name === result);
  return known ? t(`operations.result.${known}`) : result;
};

const keyOf = ({ at, step, target }: OperationStep) => `${at}-${step}-${target}`;

/** Returns the target of a step, such as an id or a path. For "read back", returns the number of objects. */
const targetText = (t: TFunction, { step, target }: OperationStep): string => {
  if (step === 'read back') return t('operations.step.objects', { count: Number(target) });
  return waits.some((name) => name === step) || step.endsWith('-not-seen') || hidden.test(step) ? '' : target;
};

/** The steps of the current attempt, one on each line. */
export const CurrentSteps = ({ steps }: { steps: readonly OperationStep[] }) => {
  const { t } = useTranslation();
  return (
    <ul className="mt-1 flex flex-col gap-0.5 text-muted text-xs">
      {steps.map((step) => (
        <li key={keyOf(step)} className="flex justify-between gap-3">
          <span className="min-w-0 truncate">{stepText(t, step.step)}</span>
          <span className="shrink-0">{resultText(t, step)}</span>
        </li>
      ))}
    </ul>
  );
};

/** Every step of every attempt: time, step, target and result. A single attempt needs no heading. */
export const AllSteps = ({ steps }: { steps: readonly OperationStep[] }) => {
  const { t } = useTranslation();
  const format = useFormat();
  const attempts = [...new Set(steps.map(({ attempt }) => attempt))];
  return attempts.map((attempt) => (
    <div key={attempt} className="mt-2">
      {attempts.length > 1 && <p className="text-muted text-xs">{t('operations.attempt', { number: attempt })}</p>}
      <ol className="mt-1.5 flex flex-col gap-2">
        {steps
          .filter((step) => step.attempt === attempt)
          .map((step) => (
            <li key={keyOf(step)} className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-baseline gap-x-3">
              <span>{stepText(t, step.step)}</span>
              <span className="text-muted text-xs">{resultText(t, step)}</span>
              <time dateTime={step.at} title={format.dateTime(step.at)} className="text-muted text-xs tabular-nums">
                {format.time(step.at)}
              </time>
              <bdi className="col-span-3 break-all font-mono text-[0.6875rem] text-muted">{targetText(t, step)}</bdi>
            </li>
          ))}
      </ol>
    </div>
  ));
};
