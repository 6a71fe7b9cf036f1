import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Query, readBarsQuery, restBar } from '@exchange/core/wire';
import { LiveMarkets, OwnerQueries, pastBars } from '@exchange/edge/live-market';
import { type Body, success } from '../answer/body';
import { Failure, invalidParameter, refusedBy } from '../answer/failure';
import { send } from '../answer/send';
import { findMarket } from './find-market';

/** `GET /rest/v1/market/{market}/bars` (added to the seed): what getBarData gives, newest first. */
@Controller('rest/v1/market/:market/bars')
export class BarsController {
  constructor(
    @Inject(LiveMarkets) private readonly markets: LiveMarkets,
    @Inject(OwnerQueries) private readonly owners: OwnerQueries,
  ) {}

  @Get()
  async get(
    @Param('market') market: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    send(request, reply, await this.bars(market, request.query as Query), 'live');
  }

  private async bars(id: string, query: Query): Promise<Body | Failure> {
    const read = readBarsQuery(query);
    if (!read.ok) return invalidParameter(read.message);
    const found = findMarket(this.markets, id);
    if (found instanceof Failure) return found;
    const bars = await pastBars(this.owners, { market: found.state.market, ...read.value });
    return bars.ok ? success(bars.value.bars.map(restBar)) : refusedBy(bars, 'the history of bars');
  }
}
