import { useId } from 'react';
import { Label } from '../../components/ui/label.tsx';

type Props = Readonly<{
  label: string;
  checked: boolean;
  disabled?: boolean;
  /** Says why it cannot be checked. */
  help?: string | undefined;
  onChange: (checked: boolean) => void;
}>;

/** A check box with its label at its side. */
export const CheckBox = ({ label, checked, disabled = false, help, onChange }: Props) => {
  const id = useId();
  return (
    <div className="flex min-h-9 items-start gap-2 py-2">
      <input
        id={id}
        type="checkbox"
        checked={checked}
        disabled={disabled}
        aria-describedby={help ? `${id}-help` : undefined}
        onChange={(event) => onChange(event.target.checked)}
        className="mt-0.5 size-4 shrink-0 accent-accent disabled:opacity-50"
      />
      <div>
        <Label htmlFor={id} className={disabled ? 'text-muted' : undefined}>
          {label}
        </Label>
        {help && (
          <p id={`${id}-help`} className="text-muted text-xs">
            {help}
          </p>
        )}
      </div>
    </div>
  );
};
