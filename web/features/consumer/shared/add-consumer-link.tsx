import { Plus } from 'lucide-react';
import { Link } from 'wouter';
import { Button } from '../../../components/ui/button.tsx';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';

/** The button above lists of consumers. */
export const AddConsumerLink = () => {
  const t = useLazyTexts('consumer-list');
  return (
    <Button variant="primary" asChild>
      <Link href="/kong/add-consumer">
        <Plus />
        {t('consumer-list.add')}
      </Link>
    </Button>
  );
};
