import { accessUndo } from '../access/undo.ts';
import { apiUndo } from '../api/undo.ts';
import { applicationUndo } from '../application/undo.ts';
import { approvalUndo } from '../approval/undo.ts';
import { approvalRuleUndo } from '../approval-rule/undo.ts';
import { businessAreaUndo } from '../business-area/undo.ts';
import { consumerUndo } from '../consumer/undo.ts';
import type { Command, Decider } from '../core/decider.ts';
import { joined } from '../core/distinct.ts';
import type { Event } from '../core/event.ts';
import type { UndoRule } from '../core/undo.ts';
import type { FinalReason } from '../core/undo-fields.ts';
import { deploymentUndo } from '../deployment/undo.ts';
import { deskCaseUndo } from '../desk-case/undo.ts';
import type { PorticoEvent } from '../event-catalogue.ts';
import { eventCategoryUndo } from '../event-category/undo.ts';
import { eventSubscriptionUndo } from '../event-subscription/undo.ts';
import { eventTopicUndo } from '../event-topic/undo.ts';
import { keyLimitUndo } from '../key-limit/undo.ts';
import { organizationUndo } from '../organization/undo.ts';
import { resourceUndo } from '../resource/undo.ts';
import { takeOverUndo } from '../take-over/undo.ts';
import { userUndo } from '../user/undo.ts';
import { neverUndone } from './never.ts';

/** The nouns of which something can be undone. */
export const undoableNouns = [
  accessUndo,
  apiUndo,
  applicationUndo,
  approvalUndo,
  approvalRuleUndo,
  businessAreaUndo,
  consumerUndo,
  deploymentUndo,
  deskCaseUndo,
  eventCategoryUndo,
  eventSubscriptionUndo,
  eventTopicUndo,
  keyLimitUndo,
  organizationUndo,
  resourceUndo,
  takeOverUndo,
  userUndo,
] as const;

/** The rule of every event type. An event type that has none does not compile. */
const rules: Readonly<Record<PorticoEvent['type'], UndoRule>> = joined('undo rule', [
  neverUndone,
  ...undoableNouns.map((noun) => noun.rules),
]);

type Found = Readonly<{ rule: UndoRule; decider: Decider<unknown, Command, Event> }>;

const deciderOf = new Map(
  undoableNouns.flatMap(({ decider, rules: own }) => Object.keys(own).map((type) => [type, decider] as const)),
);

const nothing: Decider<unknown, Command, Event> = {
  noun: '',
  initialState: undefined,
  decide: () => [],
  evolve: (state) => state,
};

/** Returns the rule of an event type, with the decider of its noun; undefined for a type of another release. */
export const ruleOf = (type: string): Found | undefined =>
  Object.hasOwn(rules, type)
    ? { rule: rules[type as PorticoEvent['type']], decider: deciderOf.get(type) ?? nothing }
    : undefined;

/** Returns why an event of a type can never be undone; null where it depends on what happened since. */
export const neverReason = (type: string): FinalReason | null => {
  const found = ruleOf(type);
  if (!found) return 'fixed';
  return typeof found.rule === 'string' ? found.rule : null;
};
