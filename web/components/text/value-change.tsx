import { useTranslation } from 'react-i18next';
import { cn } from '../ui/cn.ts';

const looks = {
  before: { Tag: 'del', sign: '−', tone: 'text-danger', ground: 'bg-danger/8' },
  after: { Tag: 'ins', sign: '+', tone: 'text-success', ground: 'bg-success/8' },
} as const;

type Props = Readonly<{ side: keyof typeof looks; text: string }>;

/** The old or the new value of a change. Color, sign and words say which one it is. */
export const ValueChange = ({ side, text }: Props) => {
  const { t } = useTranslation();
  const { Tag, sign, tone, ground } = looks[side];
  return (
    <Tag className={cn('flex min-w-0 gap-2 rounded-[4px] px-1.5 py-px no-underline', ground)}>
      <span aria-hidden className={cn('select-none', tone)}>
        {sign}
      </span>
      <span className="sr-only">{side === 'before' ? t('common.value-old') : t('common.value-new')}</span>
      <bdi className="min-w-0 [overflow-wrap:anywhere]">{text}</bdi>
    </Tag>
  );
};
