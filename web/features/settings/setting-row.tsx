import { type ReactNode, useId } from 'react';
import { Label } from '../../components/ui/label.tsx';

type Control = { id: string; 'aria-describedby': string };
type Props = Readonly<{ label: string; help: ReactNode; children: (control: Control) => ReactNode }>;

/** One setting: name, help, and its control at the end of the line. */
export const SettingRow = ({ label, help, children }: Props) => {
  const id = useId();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3.5 sm:px-5">
      <div className="min-w-0 flex-1 basis-52">
        <Label htmlFor={id}>{label}</Label>
        <p id={`${id}-help`} className="text-muted text-table">
          {help}
        </p>
      </div>
      {children({ id, 'aria-describedby': `${id}-help` })}
    </div>
  );
};
