import { BookText, FileCode2, Pencil, Play, Trash2 } from 'lucide-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ApiDetail } from '#domain/api/schema.ts';
import { Button } from '../../components/ui/button.tsx';

type ActionProps = Readonly<{ icon: ComponentType<{ className?: string }>; text: string }> &
  (Readonly<{ href: string }> | Readonly<{ href?: undefined; onClick: () => void }>);

const Action = ({ icon: Icon, text, ...to }: ActionProps) => {
  const content = (
    <>
      <Icon className="rtl:[&.lucide-play]:-scale-x-100" />
      {text}
    </>
  );
  const look = { variant: 'quiet', size: 'small', className: 'gap-1.5 px-2' } as const;
  return to.href === undefined ? (
    <Button {...look} onClick={to.onClick}>
      {content}
    </Button>
  ) : (
    <Button {...look} asChild>
      <Link href={to.href}>{content}</Link>
    </Button>
  );
};

type Props = Readonly<{ api: ApiDetail; onTry: () => void; onDelete: () => void }>;

/** The actions for an API, as text. Shows only those that this user may use. */
export const ApiActions = ({ api: { id, format, may }, onTry, onDelete }: Props) => {
  const { t } = useTranslation();
  const hasSpec = format !== 'pdf';
  return (
    <>
      {hasSpec && <Action icon={BookText} text={t('documentation.title')} href={`/swagger-page/${id}`} />}
      {hasSpec && <Action icon={Play} text={t('try-it.title')} onClick={onTry} />}
      {may.publish && <Action icon={FileCode2} text={t('tools.edit-spec')} href={`/tools/editor?id=${id}`} />}
      {may.publish && <Action icon={Pencil} text={t('apis.edit')} href={`/api-upload?id=${id}`} />}
      {may.delete && <Action icon={Trash2} text={t('apis.delete')} onClick={onDelete} />}
    </>
  );
};
