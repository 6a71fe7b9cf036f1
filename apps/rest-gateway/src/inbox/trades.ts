import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PublicTradeView } from '@exchange/core/message';
import { type Page, type Query, readTradesPage, restTrade, type RestTrades } from '@exchange/core/wire';
import { LiveMarkets, OwnerQueries, pastTrades } from '@exchange/edge/live-market';
import { type Body, success } from '../answer/body';
import { Failure, invalidParameter, refusedBy } from '../answer/failure';
import { KeptBodies } from '../answer/kept-bodies';
import { send } from '../answer/send';
import { findMarket } from './find-market';

/** `GET /rest/v1/market/{market}/trades`: the newest from memory, older ones from market-data. */
@Controller('rest/v1/market/:market/trades')
export class TradesController {
  private readonly kept = new KeptBodies();

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
    send(request, reply, await this.trades(market, request.query as Query), 'live');
  }

  private async trades(id: string, query: Query): Promise<Body | Failure> {
    const read = readTradesPage(query);
    if (!read.ok) return invalidParameter(read.message);
    const page = read.value;
    const found = findMarket(this.markets, id);
    if (found instanceof Failure) return found;
    if (!isNewest(page)) return this.older(found.state.market, page);
    const { state } = found;
    return this.kept.get(`${state.market} ${page.limit}`, state, state.tradesVersion, () =>
      tradesBody(state.trades.slice(0, page.limit), state.market, page.limit),
    );
  }

  private async older(market: string, page: Page): Promise<Body | Failure> {
    const found = await pastTrades(this.owners, { ...page, market });
    return found.ok ? tradesBody(found.value, market, page.limit) : refusedBy(found, 'the history of trades');
  }
}

const isNewest = (page: Page): boolean =>
  page.fromMs === undefined && page.toMs === undefined && page.before === undefined;

const tradesBody = (trades: readonly PublicTradeView[], market: string, limit: number): Body =>
  success({ trades: trades.map(restTrade), market, limit } satisfies RestTrades);
