import { address } from '@exchange/core/kernel';
import { useTask } from '../../account/use-task';
import { useAccount, useWays } from '../../account/use-ways';
import type { JobKind } from '../jobs/job';
import type { TypedValue } from '../../typed/typed-amount';
import type { FormToken } from './use-form-token';

/** Begins a job that moves a typed amount of a token of the account; the field is emptied by `clear`. */
export function useTransfer(token: FormToken, read: TypedValue<bigint>, clear: () => void) {
  const { desk } = useWays();
  const { account } = useAccount();
  const task = useTask();
  const begin = (kind: JobKind) =>
    task.run(async () => {
      if (read.kind !== 'exact' || account === undefined) return;
      clear();
      await desk.begin({
        ...{ kind, account, symbol: token.symbol, subject: address(token.contract) },
        amount: read.value.toString(),
      });
    });
  return { task, begin };
}
