import { LogIn } from 'lucide-react';
import { Link } from 'wouter';
import { Button } from '../../components/ui/button.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

/** The link to the list in which all services of a gateway that are not of this portal are decided about. */
export const TakeOverServices = ({ gatewayId }: { gatewayId: number }) => {
  const t = useLazyTexts('take-overs');
  return (
    <Button asChild>
      <Link href={`/kong/take-over?gatewayId=${gatewayId}`}>
        <LogIn />
        {t('take-overs.title')}
      </Link>
    </Button>
  );
};
