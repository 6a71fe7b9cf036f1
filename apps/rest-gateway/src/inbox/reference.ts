import { Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { exchangeAbi } from '@exchange/contract/chain';
import type { Deployment } from '@exchange/edge/deployment';
import {
  asyncApiDocument,
  DocsSite,
  openApiDocument,
  PAGE_POLICY,
  SITE_PATH,
  SITE_SCRIPT,
  SITE_STYLE,
} from '@exchange/edge/reference';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Body, htmlBody, jsonBody } from '../answer/body';
import { noSuchRoute } from '../answer/failure';
import { send } from '../answer/send';
import { DEPLOYMENT } from '../http/public-parts';

/** The reference of the public interface: documents for programs, pages for people. Made once, when the server starts. */
@Controller()
export class ReferenceController {
  private readonly openApi: Body;
  private readonly asyncApi: Body;
  private readonly abi = jsonBody(exchangeAbi);
  private readonly site: DocsSite;
  private readonly pages: ReadonlyMap<string, Body>;
  private readonly style = new Body(SITE_STYLE, 'text/css; charset=utf-8');
  private readonly script = new Body(SITE_SCRIPT, 'text/javascript; charset=utf-8');

  constructor(@Inject(DEPLOYMENT) { name, network, limits, websocketUrl }: Deployment) {
    const facts = { name, network, limits, websocketUrl };
    this.openApi = jsonBody(openApiDocument(facts));
    this.asyncApi = jsonBody(asyncApiDocument(facts));
    this.site = new DocsSite(name);
    this.pages = new Map(
      this.site.addresses.map((address) => [address, htmlBody(this.site.page(address) ?? '')]),
    );
  }

  /** `GET /openapi.json`: REST as OpenAPI 3.1. */
  @Get('openapi.json')
  getOpenApi(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    send(request, reply, this.openApi, 'document');
  }

  /** `GET /asyncapi.json`: the websocket as AsyncAPI 3.0. */
  @Get('asyncapi.json')
  getAsyncApi(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    send(request, reply, this.asyncApi, 'document');
  }

  /** `GET /abi.json`: the contract's ABI, for libraries that call it. */
  @Get('abi.json')
  getAbi(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    send(request, reply, this.abi, 'document');
  }

  /** `GET /docs/style.css`: how the pages look. */
  @Get('docs/style.css')
  getStyle(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    sendPart(request, reply, this.style);
  }

  /** `GET /docs/page.js`: what the pages do in a browser. */
  @Get('docs/page.js')
  getScript(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    sendPart(request, reply, this.script);
  }

  /** `GET /docs/search?q=word`: where the word stands. */
  @Get('docs/search')
  search(@Query('q') query: unknown, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    sendPart(request, reply, htmlBody(this.site.searchPage(typeof query === 'string' ? query : '')));
  }

  /** `GET /docs`: the overview. */
  @Get('docs')
  getOverview(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    this.sendPage(request, reply, SITE_PATH);
  }

  /** `GET /docs/orders`, …: the pages of docs/interface. */
  @Get('docs/:page')
  getPage(@Param('page') page: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    this.sendPage(request, reply, `${SITE_PATH}/${page}`);
  }

  private sendPage(request: FastifyRequest, reply: FastifyReply, address: string): void {
    const page = this.pages.get(address);
    if (page === undefined) send(request, reply, noSuchRoute(), 'never');
    else sendPart(request, reply, page);
  }
}

/** A part of the site, with what a browser may do with it. */
function sendPart(request: FastifyRequest, reply: FastifyReply, part: Body): void {
  void reply
    .header('content-security-policy', PAGE_POLICY)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'same-origin');
  send(request, reply, part, 'document');
}
