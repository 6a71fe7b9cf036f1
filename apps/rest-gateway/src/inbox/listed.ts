import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { listedObject } from '@exchange/core/wire';
import { LiveMarkets } from '@exchange/edge/live-market';
import { success } from '../answer/body';
import { unavailable } from '../answer/failure';
import { KeptBodies } from '../answer/kept-bodies';
import { send } from '../answer/send';

/** `GET /rest/v1/listed`: all tokens and markets (seed: Listed data). */
@Controller('rest/v1/listed')
export class ListedController {
  private readonly kept = new KeptBodies();

  constructor(@Inject(LiveMarkets) private readonly markets: LiveMarkets) {}

  @Get()
  get(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const index = this.markets.listing();
    const answer =
      index === undefined
        ? unavailable('the listing')
        : this.kept.get('listed', index, index.version, () => success(listedObject(index.shown)));
    send(request, reply, answer, 'listing');
  }
}
