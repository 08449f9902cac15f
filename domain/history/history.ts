import { accessHistory } from '../access/history.ts';
import { apiHistory } from '../api/history.ts';
import { codeGenerationHistory } from '../code-generation/history.ts';
import { consumerHistory } from '../consumer/history.ts';
import { joined } from '../core/distinct.ts';
import { deploymentHistory } from '../deployment/history.ts';
import { differenceHistory } from '../difference/history.ts';
import { driftHistory } from '../drift/history.ts';
import { keyEndHistory } from '../key-end/history.ts';
import { keyLimitHistory } from '../key-limit/history.ts';
import { operationHistory } from '../operation/history.ts';
import { reconciliationHistory } from '../reconciliation/history.ts';
import { suspensionHistory } from '../suspension/history.ts';
import { takeOverHistory } from '../take-over/history.ts';

/** The place of each event in an API's history, by noun. An event of another noun is no part of it. */
export const historyPlaces = joined('event type', [
  apiHistory,
  deploymentHistory,
  consumerHistory,
  keyLimitHistory,
  keyEndHistory,
  accessHistory,
  codeGenerationHistory,
  operationHistory,
  reconciliationHistory,
  driftHistory,
  differenceHistory,
  suspensionHistory,
  takeOverHistory,
]);

type Places = typeof historyPlaces;
type NoEntry = 'outcome' | 'step';

/** The events that are entries of an API's history. */
export type HistoryType = { [Type in keyof Places]: Places[Type] extends NoEntry ? never : Type }[keyof Places];
export type HistoryEntries = Pick<Places, HistoryType>;

export const historyTypes = Object.entries(historyPlaces)
  .filter(([, place]) => place !== 'outcome' && place !== 'step')
  .map(([type]) => type) as [HistoryType, ...HistoryType[]];
