import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { InboxKind } from '#domain/inbox/schema.ts';
import { approvalAddress } from '../approval/shared/address.ts';
import { dockView as driftView } from '../difference/shared/dock-view.ts';
import { toDecideAddress } from '../review-round/shared/address.ts';

/** What decides one thing, over the list. */
type Review = ComponentType<Readonly<{ id: number; onClose: () => void }>>;

/** Where a kind is decided: in a dialog of its noun, in its noun's dock view, or on a page of its own. */
type Place =
  | Readonly<{ review: LazyExoticComponent<Review> }>
  | Readonly<{ dock: string }>
  | Readonly<{ page: (key: string) => string }>;

/** Each kind names the noun's own review. */
export const places: Readonly<Record<InboxKind, Place>> = {
  access: {
    review: lazy(() =>
      import('../access/shared/waiting-review.tsx').then((module) => ({ default: module.WaitingReview })),
    ),
  },
  registration: {
    review: lazy(() =>
      import('../registration/shared/waiting-review.tsx').then((module) => ({ default: module.WaitingReview })),
    ),
  },
  deletion: {
    review: lazy(() =>
      import('../organization/shared/waiting-review.tsx').then((module) => ({ default: module.WaitingReview })),
    ),
  },
  drift: { dock: driftView },
  approval: { page: approvalAddress },
  review: { page: toDecideAddress },
};
