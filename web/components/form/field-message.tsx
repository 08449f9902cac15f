import { FieldError } from './field-error.tsx';
import { FieldWhyNot } from './field-why-not.tsx';
import type { Messages } from './use-form-field.ts';

/**
 * The line below a field for its error. It has its room before it comes: a message that appears when the field is left would
 * move the button from under the pointer, and the click would be lost. One line fits into the gap between two fields. A longer
 * message is laid out already while it is not shown.
 */
export const FieldMessage = ({ id, error, why, room }: Messages & Readonly<{ id: string }>) => (
  <div className="-mb-4 min-h-5">
    {error ? (
      <>
        <FieldError id={id} text={error} />
        {why && <FieldWhyNot why={why} />}
      </>
    ) : (
      <p
        aria-hidden
        data-room={room}
        className="invisible flex gap-1.5 text-table before:block before:size-4 before:shrink-0 after:content-[attr(data-room)]"
      />
    )}
  </div>
);
