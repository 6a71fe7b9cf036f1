import { solvencyVerdict } from '@exchange/contract/bus';
import { WITHDRAWAL_PAUSE } from '../../accounts/account-book';
import { tendStops } from '../../listing/tend-stops';
import { withdrawalPauseTable } from '../../persistence/tables/solvency-tables';
import { handle } from '../handle';

/** The standing check found figures that differ, or that they agree again: until then nothing leaves by our hand. */
export const takeSolvencyVerdict = handle(solvencyVerdict, {
  decide(turn, { message: { difference } }) {
    const { book, output } = turn;
    const name = book.group.key(WITHDRAWAL_PAUSE);
    const reason = difference?.sentence;
    book.withdrawalPause = reason;
    if (reason === undefined) output.rows.drop(withdrawalPauseTable, name, { name });
    else output.rows.put(withdrawalPauseTable, name, { name, reason });
    tendStops(turn);
  },
});
