import { callMethods, type RequestFilterQuery } from '#domain/gateway-request/schema.ts';
import { MultiSelect } from '../../components/table/multi-select.tsx';
import { TextFilter } from '../../components/table/text-filter.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

type Texts = 'requestId' | 'path' | 'operation' | 'clientIp' | 'key';

/** Examples, the same in every language. */
const examples: Readonly<Record<Texts, string>> = {
  requestId: 'X-Kong-Request-Id',
  path: '/orders-dev/orders/17',
  operation: '/orders/{id}',
  clientIp: '203.0.113.24',
  key: '',
};

const methodOptions = callMethods.map((method) => ({ value: method, label: method }));

type Props = Readonly<{ draft: RequestFilterQuery; onChange: (patch: Partial<RequestFilterQuery>) => void }>;

/** The filters that find single calls. */
export const CallFields = ({ draft, onChange }: Props) => {
  const t = useLazyTexts('traffic');
  const field = (name: Texts, longest: number) => ({
    value: draft[name] ?? '',
    maxLength: longest,
    placeholder: examples[name],
    // Addresses run from left to right in every language.
    dir: name === 'key' ? 'auto' : 'ltr',
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value || undefined }),
  });
  return (
    <>
      <TextFilter label={t('traffic.request-id')} {...field('requestId', 100)} />
      <TextFilter label={t('traffic.path')} {...field('path', 500)} />
      <MultiSelect
        label={t('traffic.method')}
        options={methodOptions}
        selected={draft.method}
        onChange={(method) => onChange({ method })}
      />
      <TextFilter label={t('traffic.operation')} {...field('operation', 500)} />
      <TextFilter label={t('traffic.client')} {...field('clientIp', 60)} />
      {draft.consumerId.length > 0 ? (
        <MultiSelect
          label={t('traffic.key')}
          options={draft.consumerId.map((id) => ({ value: id, label: t('traffic.key-number', { number: id }) }))}
          selected={draft.consumerId}
          onChange={(consumerId) => onChange({ consumerId })}
        />
      ) : (
        <TextFilter label={t('traffic.key')} {...field('key', 200)} />
      )}
    </>
  );
};
