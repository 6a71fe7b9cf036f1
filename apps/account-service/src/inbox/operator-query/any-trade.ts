import { operatorQueries } from '@exchange/contract/bus';
import { ok, reject } from '@exchange/core/kernel';
import { userTradeView } from '../../outbox/views';
import { userTradeTable } from '../../persistence/tables/order-tables';
import { handle } from '../handle';
import { findTrace, shownTrace } from '../query/trace';

/** Both sides of a trade of whomever, as they are stored. */
export const anyTradeQuery = handle(operatorQueries.anyTradeQuery, {
  async prepare({ request: { tradeId } }, { records }) {
    const sides = await records.find(userTradeTable, {
      where: { tradeId },
      order: [['account', 'asc']],
      limit: 2,
    });
    return Promise.all(
      sides.map(async (trade) => ({ trade, trace: await findTrace(records, trade.account, { tradeId }) })),
    );
  },

  decide({ book: { listing } }, { request: { tradeId } }, sides) {
    if (sides.length === 0) return reject('UNKNOWN_TRADE', `there is no trade ${tradeId}`);
    return ok(() => ({
      sides: sides.flatMap(({ trade, trace }) =>
        trace.ok
          ? [
              {
                account: trade.account,
                trade: userTradeView(trade, listing),
                trace: shownTrace(trace.value, listing),
              },
            ]
          : [],
      ),
    }));
  },
});
