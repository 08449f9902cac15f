import { useQuery } from '@tanstack/react-query';
import { TriangleAlert } from 'lucide-react';
import type { SignInFault } from '#domain/installation/schema.ts';
import { DescriptionList } from '../../components/layout/description-list.tsx';
import { Card, CardHeader, CardTitle } from '../../components/ui/card.tsx';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';
import { setupOptions } from './queries.ts';

const Value = ({ children }: { children: string }) => (
  <code dir="ltr" className="wrap-anywhere">
    {children}
  </code>
);

const Details = ({ fault: { setting, found, expected } }: { fault: SignInFault }) => {
  const t = useLazyTexts('setup');
  return (
    <DescriptionList
      entries={[
        [t('setup.sign-in-setting'), <Value key="setting">{setting}</Value>],
        ...(found ? [[t('setup.sign-in-found'), <Value key="found">{found}</Value>] as const] : []),
        ...(expected ? [[t('setup.sign-in-expected'), <Value key="expected">{expected}</Value>] as const] : []),
      ]}
    />
  );
};

/** Why nobody can log in, for administrators who are logged in already. Nothing is shown when people can. */
export const SignInTrouble = () => {
  const t = useLazyTexts('setup');
  const { data: setup } = useQuery(setupOptions);
  const fault = setup?.signIn;
  if (!fault) return null;
  return (
    <div className="mx-auto w-full max-w-[1328px] px-4 pt-6 sm:px-6">
      <Card aria-labelledby="sign-in-trouble-title" className="border-danger">
        <CardHeader>
          <TriangleAlert aria-hidden className="mt-1.5 size-4 shrink-0 self-start text-danger" />
          <div className="min-w-0 flex-1 py-1">
            <CardTitle id="sign-in-trouble-title" level={2}>
              {t('setup.sign-in-title')}
            </CardTitle>
            <p className="text-pretty text-muted text-table">{t(`setup.sign-in-${fault.check}`)}</p>
          </div>
        </CardHeader>
        <div className="border-border border-t p-4">
          <Details fault={fault} />
        </div>
      </Card>
    </div>
  );
};
