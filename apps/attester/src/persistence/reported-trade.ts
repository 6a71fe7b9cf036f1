import { address, amount, marketId, object, orderId } from '@exchange/core/message';

const side = object({ orderId, account: address, sold: amount });

/** How the engine's report of a trade lies in its row. */
export const reportedTradeForm = object({ market: marketId, maker: side, taker: side });
