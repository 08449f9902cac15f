import { type ComponentType, lazy, Suspense, useState } from 'react';

type Opened = Readonly<{ open: boolean }>;

/**
 * Returns a dialog whose code is loaded when somebody opens it, so that the screen does not wait for it. From then on it stays:
 * it closes, and gives the focus back, like every dialog.
 *
 * @param load the import of its component.
 */
export const lateDialog = <Props extends Opened>(load: () => Promise<ComponentType<Props>>) => {
  const Loaded = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>;
  return (props: Props) => {
    const [isAsked, setAsked] = useState(props.open);
    if (props.open && !isAsked) setAsked(true);
    return (
      isAsked && (
        <Suspense fallback={null}>
          <Loaded {...props} />
        </Suspense>
      )
    );
  };
};
