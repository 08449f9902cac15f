import type { LosesAccess } from '#domain/organization/schema.ts';
import { CheckBox } from '../../components/form/check-box.tsx';
import { toldApart, WithSecond } from '../../components/text/told-apart.tsx';
import { useFormat } from '../../i18n/format.ts';
import { useLazyTexts } from '../../i18n/lazy-texts.ts';

/** Returns whether each organization that still calls is accepted to lose access. */
export const allAccepted = (others: readonly LosesAccess[], accepted: readonly number[]): boolean =>
  others.every(({ id, calls }) => calls === 0 || accepted.includes(id));

type Props = Readonly<{
  others: readonly LosesAccess[];
  accepted: readonly number[];
  onAccept: (accepted: readonly number[]) => void;
}>;

/** The organizations that lose access with another one. Each one that still calls is accepted by its name. */
export const LosingOrganizations = ({ others, accepted, onAccept }: Props) => {
  const t = useLazyTexts('organizations');
  const format = useFormat();
  if (others.length === 0) return null;
  const seconds = toldApart(others.map(({ id, name }) => ({ id, name, texts: [] })));
  return (
    <fieldset className="mt-3 grid gap-2 text-table">
      <legend className="font-medium text-foreground">{t('organizations.others')}</legend>
      <p className="text-muted text-xs">{t('organizations.others-text')}</p>
      <ul className="grid max-h-48 gap-2 overflow-y-auto p-0.5">
        {others.map(({ id, name, keys, calls }) => {
          const facts = t('organizations.loses-facts', { calls: format.number(calls), keys: format.number(keys) });
          const second = seconds.get(id);
          return (
            <li key={id} className="[overflow-wrap:anywhere]">
              {calls > 0 ? (
                <CheckBox
                  label={t('organizations.loses', { name: second ? `${name} · ${second}` : name })}
                  help={facts}
                  checked={accepted.includes(id)}
                  onChange={(is) => onAccept(is ? [...accepted, id] : accepted.filter((one) => one !== id))}
                />
              ) : (
                <>
                  <WithSecond second={second}>
                    <bdi>{name}</bdi>
                  </WithSecond>
                  <p className="text-muted text-xs">{facts}</p>
                </>
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
};
