import { address } from '@exchange/core/kernel';
import { statement, type TimedStatement } from './statement';

/** That a key agrees to be the account's delegate (docs/interface, delegates); `deadline` in Unix seconds. */
export const delegation = (account: string, delegate: string, deadline: number): TimedStatement =>
  statement('Delegation', ['address account', 'address delegate', 'uint32 deadline'], {
    ...{ account: address(account), delegate: address(delegate), deadline },
  });
