import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Deployment } from '@exchange/edge/deployment';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Body } from '../answer/body';
import { noSuchRoute } from '../answer/failure';
import { type Freshness, send } from '../answer/send';
import { DEPLOYMENT, WEB_PAGE } from '../http/public-parts';
import { pageHeaders } from '../page/page-headers';
import type { WebPage } from '../page/web-page';

/** `GET /`: the trading page, and what it loads. Its routes are hashes, so every other path is one that doesn't exist. */
@Controller()
export class PageController {
  private readonly headers: Readonly<Record<string, string>>;

  constructor(
    @Inject(DEPLOYMENT) deployment: Deployment,
    @Inject(WEB_PAGE) private readonly page: WebPage | undefined,
  ) {
    this.headers = pageHeaders(deployment);
  }

  /** `GET /`: the page, asked for again each time, so that a new release is there at once. */
  @Get()
  getIndex(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    this.sendPart(request, reply, this.page?.index, 'page');
  }

  /** `GET /assets/…`: scripts, styles and pictures, which never change under their names. */
  @Get('assets/:file')
  getAsset(@Param('file') file: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    this.sendPart(request, reply, this.page?.assets.get(file), 'asset');
  }

  private sendPart(
    request: FastifyRequest,
    reply: FastifyReply,
    part: Body | undefined,
    freshness: Freshness,
  ): void {
    if (part === undefined) return send(request, reply, noSuchRoute(), 'never');
    void reply.headers(this.headers);
    send(request, reply, part, freshness);
  }
}
