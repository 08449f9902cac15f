import { Plus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../../components/form/form-dialog.tsx';
import { Button } from '../../../components/ui/button.tsx';
import { DialogClose, DialogFooter } from '../../../components/ui/dialog.tsx';
import { Skeleton } from '../../../components/ui/skeleton.tsx';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';

const OrganizationForm = lazy(() =>
  import('../organization-form.tsx').then((module) => ({ default: module.OrganizationForm })),
);

/** What is known of a company before it is added. */
type Known = Readonly<{ name: string; contact: string; phoneNumber: string }>;

type Props = Readonly<{ known: Known; onAdded: (company: Readonly<{ id: number; name: string }>) => void }>;

/** A button that adds a client company over the form that needs one. */
export const NewCompany = ({ known, onAdded }: Props) => {
  const { t } = useTranslation();
  const words = useLazyTexts('organizations');
  const [isOpen, setOpen] = useState(false);
  return (
    // React sends the submit of the inner form to the form around it, which is another one.
    <div className="contents" onSubmit={(event) => event.stopPropagation()}>
      <Button size="small" className="justify-self-start" onClick={() => setOpen(true)}>
        <Plus />
        {words('organizations.add-company')}
      </Button>
      <FormDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={words('organizations.add-company-title')}
        text={words('organizations.form-text')}
        className="max-w-xl"
      >
        <Suspense fallback={<Skeleton className="h-96 w-full" />}>
          <OrganizationForm
            words="company"
            known={known}
            onSaved={(id, name) => {
              setOpen(false);
              onAdded({ id, name });
            }}
            bar={(isLocked, forget) => (
              <DialogFooter>
                <DialogClose asChild>
                  <Button onClick={forget}>{t('common.cancel')}</Button>
                </DialogClose>
                <Button variant="primary" type="submit" disabled={isLocked}>
                  {words('organizations.save')}
                </Button>
              </DialogFooter>
            )}
          />
        </Suspense>
      </FormDialog>
    </div>
  );
};
