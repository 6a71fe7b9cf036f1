import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { restTicker } from '@exchange/core/wire';
import { LiveMarkets } from '@exchange/edge/live-market';
import { type Body, success } from '../answer/body';
import { Failure } from '../answer/failure';
import { KeptBodies } from '../answer/kept-bodies';
import { send } from '../answer/send';
import { findMarket } from './find-market';

/** `GET /rest/v1/market/{market}/ticker` (added to the seed): the last 24 h in decimal strings. */
@Controller('rest/v1/market/:market/ticker')
export class TickerController {
  private readonly kept = new KeptBodies();

  constructor(@Inject(LiveMarkets) private readonly markets: LiveMarkets) {}

  @Get()
  get(@Param('market') market: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    send(request, reply, this.ticker(market), 'live');
  }

  private ticker(id: string): Body | Failure {
    const found = findMarket(this.markets, id);
    if (found instanceof Failure) return found;
    const { state } = found;
    const { market, ticker, tickerVersion } = state;
    return this.kept.get(market, state, tickerVersion, () => success(restTicker(ticker)));
  }
}
