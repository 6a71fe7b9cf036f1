import { sendPegRates } from '../../rates/send-peg-rates';
import { handle } from '../handle';
import { signal } from './account-signal';

/** A conversion rate that market-data told. */
export const hearRate = handle(signal('rate_heard'), {
  decide(turn, { rate }) {
    turn.book.rates.hear(rate, turn.at);
    sendPegRates(turn, rate);
  },
});

/** The chain's gas price, in wei. */
export const hearGasPrice = handle(signal('gas_price_heard'), {
  decide({ book }, { gasPrice }) {
    book.rates.gasPrice = gasPrice;
  },
});

/** How much of a token exists. */
export const hearSupply = handle(signal('supply_heard'), {
  decide({ book, output }, { token, units }) {
    if (book.listing.setSupply(token, units)) output.listing();
  },
});
