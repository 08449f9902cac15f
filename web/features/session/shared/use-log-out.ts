import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { notice } from '../../../api/notice.ts';
import { asProblem } from '../../../api/problem-error.ts';
import { errorTextOf } from '../../../i18n/error-text.ts';
import { askToLeave } from './leaving.ts';
import { logOut } from './log-out.ts';

/**
 * Returns a function that logs out everywhere. If the server can't be reached, it shows an error and stays logged in.
 */
export const useLogOut = () => {
  const client = useQueryClient();
  const { t } = useTranslation();
  const leave = async () => {
    try {
      await logOut(client);
      return true;
    } catch (error) {
      notice.error(errorTextOf(t, asProblem(error)));
      return false;
    }
  };
  return () => askToLeave(leave);
};
