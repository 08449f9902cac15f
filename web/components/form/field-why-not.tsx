import { useTranslation } from 'react-i18next';
import type { Why } from '../../api/problem-error.ts';
import { askWhyNot } from '../../api/why-not.ts';
import { Button } from '../ui/button.tsx';

/** Asks why the table of rights refused a field. @property why the question, as JSON. */
export const FieldWhyNot = ({ why }: Readonly<{ why: string }>) => {
  const { t } = useTranslation();
  return (
    <Button
      variant="link"
      className="text-table"
      onClick={() => askWhyNot({ status: 400, why: JSON.parse(why) as Why })}
    >
      {t('common.why-not')}
    </Button>
  );
};
