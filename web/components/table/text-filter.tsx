import { type ComponentProps, useId } from 'react';
import { Input } from '../ui/input.tsx';
import { Label } from '../ui/label.tsx';

/** A filter of a report by a text. */
export const TextFilter = ({ label, ...props }: { label: string } & Omit<ComponentProps<'input'>, 'id'>) => {
  const id = useId();
  return (
    <div className="grid min-w-0 content-start gap-1.5">
      <Label htmlFor={id}>{label}</Label>
      <Input id={id} spellCheck={false} autoComplete="off" {...props} />
    </div>
  );
};
