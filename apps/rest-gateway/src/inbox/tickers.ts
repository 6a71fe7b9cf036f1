import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formatRate } from '@exchange/core/kernel';
import { restMarketTicker, type RestMarketTicker } from '@exchange/core/wire';
import { bookLines, type LiveMarket, LiveMarkets } from '@exchange/edge/live-market';
import { type Body, success } from '../answer/body';
import { type Failure, unavailable } from '../answer/failure';
import { KeptBodies } from '../answer/kept-bodies';
import { send } from '../answer/send';

/** `GET /rest/v1/tickers` (added to the seed): every market in short, with its best bid and ask. */
@Controller('rest/v1/tickers')
export class TickersController {
  private readonly kept = new KeptBodies();

  constructor(@Inject(LiveMarkets) private readonly markets: LiveMarkets) {}

  @Get()
  get(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    send(request, reply, this.tickers(), 'live');
  }

  private tickers(): Body | Failure {
    const listing = this.markets.listing();
    if (listing === undefined) return unavailable('the listing');
    const states: LiveMarket[] = [];
    for (const { market } of listing.shown.markets) {
      const state = this.markets.market(market);
      if (state === undefined) return unavailable(`market ${market}`);
      states.push(state);
    }
    // Versions only rise, so that their sum changes with each of them.
    const version = states.reduce(
      (sum, { bookVersion, tickerVersion }) => sum + bookVersion + tickerVersion,
      0,
    );
    return this.kept.get('tickers', listing, version, () => success(states.map(tickerOf)));
  }
}

function tickerOf({ market, ticker, book }: LiveMarket): RestMarketTicker {
  const lines = bookLines(book, 1).map(({ side, rateKey, amount, count }) => ({
    ...{ side, rate: formatRate(rateKey), amount: amount.toString(), count },
  }));
  return restMarketTicker(market, ticker, lines);
}
