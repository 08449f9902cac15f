import { useQueryClient } from '@tanstack/react-query';
import { notice } from '#web/api/notice.ts';
import { asProblem } from '#web/api/problem-error.ts';
import { useErrorText } from '#web/i18n/error-text.ts';
import { logOut } from './log-out.ts';

/** Logs out everywhere; when the server can't be told, nothing pretends that it was. */
export const useLogOut = () => {
  const client = useQueryClient();
  const errorText = useErrorText();
  return () => logOut(client).catch((error: unknown) => notice.error(errorText(asProblem(error))));
};
