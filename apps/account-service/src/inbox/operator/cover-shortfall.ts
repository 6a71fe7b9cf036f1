import { operatorCommands } from '@exchange/contract/bus';
import { ok, reject, ZERO_ADDRESS, ZERO_AMOUNT } from '@exchange/core/kernel';
import { shortfallCoverTable } from '../../persistence/tables/account-tables';
import { ordered } from '../../operator/ordered';

/**
 * Records who pays in what an account lacks. The ledger can't pay it by itself: what an account owns is what the contract holds for it,
 * so only a deposit can (docs: ledger, shortfalls).
 */
export const coverShortfall = ordered(operatorCommands.coverShortfall, {
  needs: ({ account }) => ({ accounts: [account] }),

  plan(view, { account: address, token, payer }) {
    const { balances, exits } = view.account(address);
    const amount = balances.get(token)?.shortfall ?? ZERO_AMOUNT;
    const symbol = view.listing.symbolOf(token);
    if (amount === 0n) return reject('NO_SHORTFALL', `${address} lacks no ${symbol}`);
    if (token === ZERO_ADDRESS)
      return reject(
        'INVALID_FIELD',
        'nobody can deposit ether for another account: the account has to do it itself',
      );
    if (exits.has(token))
      return reject(
        'EXIT_REQUESTED',
        `an exit of ${symbol} is in force: the account has to cancel it, or deposit itself`,
      );
    const effects = [
      { what: `shortfall of ${symbol}, in smallest units`, of: address, before: String(amount), after: '0' },
      { what: 'to be paid in', of: payer, after: `depositTokenFor(${address}, ${token}, ${amount})` },
    ];
    return ok({ effects, change: { account: address, token, payer, amount } });
  },

  apply({ output, at }, { account, token, payer, amount }) {
    const row = { account, token, orderedAt: at, payer, amount };
    output.rows.put(shortfallCoverTable, `${account}:${token}:${at}`, row);
  },
});
