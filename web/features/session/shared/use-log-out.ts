import { useQueryClient } from '@tanstack/react-query';
import { notice } from '../../../api/notice.ts';
import { asProblem } from '../../../api/problem-error.ts';
import { useErrorText } from '../../../i18n/error-text.ts';
import { askToLeave } from './leaving.ts';
import { logOut } from './log-out.ts';

/**
 * Returns a function that logs out everywhere. If the server can't be reached, it shows an error and stays logged in.
 */
export const useLogOut = () => {
  const client = useQueryClient();
  const errorText = useErrorText();
  const leave = async () => {
    try {
      await logOut(client);
      return true;
    } catch (error) {
      notice.error(errorText(asProblem(error)));
      return false;
    }
  };
  return () => askToLeave(leave);
};
