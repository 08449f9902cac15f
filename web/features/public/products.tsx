import { BadgeCheck, BriefcaseBusiness, Landmark, PiggyBank, UserRound, WalletCards } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** The products of the landing page. Their APIs are visible only to logged-in users. */
const products = [
  { id: 'verification', icon: BadgeCheck },
  { id: 'retail', icon: WalletCards },
  { id: 'institutional', icon: Landmark },
  { id: 'advisor', icon: BriefcaseBusiness },
  { id: 'investor', icon: UserRound },
  { id: 'retirement', icon: PiggyBank },
] as const;

/** The featured products in a grid without gaps. */
export const Products = () => {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="products">
      <h2 id="products" className="font-semibold text-xl tracking-[-0.015em]">
        {t('public.products-title')}
      </h2>
      <p className="mt-1 text-muted">{t('public.products-text')}</p>
      <ul className="mt-6 grid gap-px overflow-hidden rounded-[12px] border border-border bg-border sm:grid-cols-2 lg:grid-cols-3">
        {products.map(({ id, icon: Icon }) => (
          <li key={id} className="flex flex-col bg-surface p-6">
            <Icon className="size-5 text-accent-text" strokeWidth={1.75} />
            <h3 className="mt-4 text-balance font-semibold text-[0.9375rem]">{t(`public.product-${id}`)}</h3>
            <p className="mt-1 text-pretty text-muted">{t(`public.product-${id}-text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
};
