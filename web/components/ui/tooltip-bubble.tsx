import { Direction, Tooltip as Primitive } from 'radix-ui';
import {
  type ComponentProps,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useState,
} from 'react';

/** Milliseconds from pointing at something until its bubble opens, and after another one was closed. */
const delay = 400;
const skipDelay = 300;
let closedAt = Number.NEGATIVE_INFINITY;

/** The element's events by the trigger's properties. */
const events = {
  onPointerMove: 'pointermove',
  onPointerLeave: 'pointerleave',
  onPointerDown: 'pointerdown',
  onFocus: 'focusin',
  onBlur: 'focusout',
  onClick: 'click',
} as const;

type ExistingProps = ComponentProps<typeof Primitive.Trigger> &
  Readonly<Pick<Props, 'element' | 'isFocused' | 'left'> & { onLeft: () => void; ref?: Ref<HTMLElement> }>;

/** Makes an element that is on the page already the trigger. A trigger around it would be drawn in its place. */
const Existing = ({ element, isFocused, left, onLeft, ref, ...props }: ExistingProps) => {
  useImperativeHandle(ref, () => element, [element]);
  useEffect(() => {
    const controller = new AbortController();
    for (const [property, event] of Object.entries(events)) {
      const handler = props[property as keyof typeof events] as ((event: Event) => void) | undefined;
      if (handler) element.addEventListener(event, handler, { signal: controller.signal });
    }
    return () => controller.abort();
  });
  // The pointer came before the bubble, and may not move any more. Or it has left before anybody listened here.
  const begin = useEffectEvent(() => {
    if (left.aborted) onLeft();
    else if (!isFocused) element.dispatchEvent(new PointerEvent('pointermove', { pointerType: 'mouse' }));
  });
  useEffect(() => begin(), []);
  const describedBy = props['aria-describedby'];
  useEffect(() => {
    if (!describedBy) return;
    element.setAttribute('aria-describedby', describedBy);
    return () => element.removeAttribute('aria-describedby');
  }, [element, describedBy]);
  return null;
};

type Props = Readonly<{
  element: HTMLElement;
  /** Whether the keyboard came to the element. The bubble is open at once then. */
  isFocused: boolean;
  /** Aborts when the pointer or the keyboard leaves the element. */
  left: AbortSignal;
  side: 'top' | 'bottom' | 'inline-end';
  onClose: () => void;
  children: ReactNode;
}>;

/** The bubble of a tooltip, loaded when somebody first points at its element. */
export const TooltipBubble = ({ element, isFocused, left, side, onClose, children }: Props) => {
  const inlineEnd = Direction.useDirection() === 'rtl' ? 'left' : 'right';
  const [delayDuration] = useState(() => (performance.now() - closedAt < skipDelay ? 0 : delay));
  const onOpenChange = (isOpen: boolean) => {
    if (isOpen) return;
    closedAt = performance.now();
    onClose();
  };
  return (
    <Primitive.Provider delayDuration={delayDuration}>
      <Primitive.Root defaultOpen={isFocused && !left.aborted} onOpenChange={onOpenChange}>
        <Primitive.Trigger asChild>
          <Existing element={element} isFocused={isFocused} left={left} onLeft={onClose} />
        </Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            side={side === 'inline-end' ? inlineEnd : side}
            sideOffset={6}
            collisionPadding={8}
            className="fade-in-0 z-50 max-w-72 animate-in rounded-control bg-foreground px-2 py-1 text-background text-xs shadow-float duration-150"
          >
            {children}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  );
};
