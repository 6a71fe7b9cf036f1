import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseAddress } from '@exchange/core/kernel';
import type { TokenListing } from '@exchange/core/message';
import { tokenInfoObject } from '@exchange/core/wire';
import { LiveMarkets } from '@exchange/edge/live-market';
import { success } from '../answer/body';
import { Failure, invalidParameter, unavailable, unknownToken } from '../answer/failure';
import { send } from '../answer/send';

/** `GET /rest/v1/token-info/by-symbol/{symbol}` and `…/by-contract/{contract}` (seed: Token info). */
@Controller('rest/v1/token-info')
export class TokenInfoController {
  constructor(@Inject(LiveMarkets) private readonly markets: LiveMarkets) {}

  @Get('by-symbol/:symbol')
  bySymbol(
    @Param('symbol') symbol: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): void {
    const listing = this.markets.listing();
    answer(
      request,
      reply,
      listing === undefined
        ? unavailable('the listing')
        : (listing.tokenIgnoringCase(symbol) ?? unknownToken(symbol)),
    );
  }

  @Get('by-contract/:contract')
  byContract(
    @Param('contract') contract: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): void {
    const listing = this.markets.listing();
    const address = parseAddress(contract, 'contract');
    if (!address.ok) answer(request, reply, invalidParameter(address.message));
    else if (listing === undefined) answer(request, reply, unavailable('the listing'));
    else answer(request, reply, listing.tokenAt(address.value) ?? unknownToken(contract));
  }
}

function answer(request: FastifyRequest, reply: FastifyReply, found: TokenListing | Failure): void {
  send(request, reply, found instanceof Failure ? found : success(tokenInfoObject(found)), 'listing');
}
