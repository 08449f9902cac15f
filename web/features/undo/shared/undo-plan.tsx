import type { UndoPreview } from '#domain/undo/schema.ts';
import { useLazyTexts } from '../../../i18n/lazy-texts.ts';
import { FieldChanges } from '../../audit/shared/field-changes.tsx';

/** What will be done: from the value of now to the former one, what follows, and what stays. */
export const UndoPlan = ({
  preview: { does, changes, effects, kept },
}: {
  preview: Pick<UndoPreview, 'does' | 'changes' | 'effects' | 'kept'>;
}) => {
  const t = useLazyTexts('undo');
  return (
    <div className="grid gap-3">
      {does && <p>{t(`undo.does.${does}`)}</p>}
      {changes.length > 0 && (
        <div className="grid gap-2">
          <FieldChanges changes={changes} />
        </div>
      )}
      {effects.length > 0 && (
        <section className="grid gap-1">
          <h3 className="font-semibold text-sm">{t('undo.follows')}</h3>
          <ul className="list-disc ps-5 text-table">
            {effects.map((effect) => (
              <li key={effect}>{t(`undo.effect.${effect}`)}</li>
            ))}
          </ul>
        </section>
      )}
      {kept > 0 && <p className="text-muted text-table">{t('undo.kept', { count: kept })}</p>}
    </div>
  );
};
