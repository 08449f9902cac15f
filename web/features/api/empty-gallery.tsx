import { Boxes, Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { Empty } from '../../components/layout/empty.tsx';
import { Button } from '../../components/ui/button.tsx';

const Publish = () => {
  const { t } = useTranslation();
  return (
    <Button variant="primary" asChild>
      <Link href="?action=add-api">
        <Plus />
        {t('apis.publish')}
      </Link>
    </Button>
  );
};

/** Shown for a gallery without APIs. Says why it is empty and what this user can do. */
export const EmptyGallery = ({ my, mayPublish }: { my: boolean; mayPublish: boolean }) => {
  const { t } = useTranslation();
  if (!my) {
    return (
      <Empty
        icon={Boxes}
        title={t('apis.empty-all-title')}
        text={mayPublish ? t('apis.empty-all-publish-text') : t('apis.empty-all-text')}
        action={mayPublish && <Publish />}
      />
    );
  }
  return (
    <Empty
      icon={Boxes}
      title={t('apis.empty-my-title')}
      text={mayPublish ? t('apis.empty-my-publish-text') : t('apis.empty-my-text')}
      action={
        <div className="flex flex-wrap justify-center gap-2">
          <Button variant={mayPublish ? 'secondary' : 'primary'} asChild>
            <Link href="/wall/all">{t('apis.empty-my-action')}</Link>
          </Button>
          {mayPublish && <Publish />}
        </div>
      }
    />
  );
};
