import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { formatRate } from '@exchange/core/kernel';
import type { LevelBook } from '@exchange/core/market-data';
import { type Query, readBookLimit, restBookLine, type RestBookLine } from '@exchange/core/wire';
import { bookLines, LiveMarkets } from '@exchange/edge/live-market';
import { type Body, success } from '../answer/body';
import { Failure, invalidParameter } from '../answer/failure';
import { KeptBodies } from '../answer/kept-bodies';
import { send } from '../answer/send';
import { findMarket } from './find-market';

/** `GET /rest/v1/market/{market}/orderbook`: best first on each side, buys before sells. */
@Controller('rest/v1/market/:market/orderbook')
export class OrderBookController {
  private readonly kept = new KeptBodies();

  constructor(@Inject(LiveMarkets) private readonly markets: LiveMarkets) {}

  @Get()
  get(@Param('market') market: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    send(request, reply, this.orderBook(market, request.query as Query), 'live');
  }

  private orderBook(market: string, query: Query): Body | Failure {
    const read = readBookLimit(query);
    if (!read.ok) return invalidParameter(read.message);
    const limit = read.value;
    const found = findMarket(this.markets, market);
    if (found instanceof Failure) return found;
    const { state } = found;
    return this.kept.get(`${state.market} ${limit}`, state, state.bookVersion, () =>
      success(lines(state.book, limit)),
    );
  }
}

/** The best `limit` lines of each side, buys before sells. */
const lines = (book: LevelBook, limit: number): RestBookLine[] =>
  bookLines(book, limit).map(({ side, rateKey, amount, count }) =>
    restBookLine({ side, rate: formatRate(rateKey), amount: amount.toString(), count }),
  );
