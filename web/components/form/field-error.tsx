import { CircleAlert } from 'lucide-react';

/** The error of a field. Screen readers announce it when it appears. */
export const FieldError = ({ id, text }: { id?: string; text: string }) => (
  <p id={id} role="alert" className="flex gap-1.5 text-danger text-table">
    <CircleAlert className="mt-px size-4 shrink-0" />
    {text}
  </p>
);
