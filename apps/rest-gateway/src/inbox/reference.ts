import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Deployment } from '@exchange/edge/deployment';
import {
  asyncApiDocument,
  openApiDocument,
  PAGE_POLICY,
  restPage,
  websocketPage,
} from '@exchange/edge/reference';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Body, htmlBody, jsonBody } from '../answer/body';
import { send } from '../answer/send';
import { DEPLOYMENT } from '../http/public-parts';

/** The reference of the public interface: documents for programs, pages for people. Made once, when the server starts. */
@Controller()
export class ReferenceController {
  private readonly openApi: Body;
  private readonly asyncApi: Body;
  private readonly rest: Body;
  private readonly websocket: Body;

  constructor(@Inject(DEPLOYMENT) { name, network, limits }: Deployment) {
    const facts = { name, network, limits };
    this.openApi = jsonBody(openApiDocument(facts));
    this.asyncApi = jsonBody(asyncApiDocument(facts));
    this.rest = htmlBody(restPage(facts));
    this.websocket = htmlBody(websocketPage(facts));
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

  /** `GET /docs`: the endpoints to read. */
  @Get('docs')
  getRestPage(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    sendPage(request, reply, this.rest);
  }

  /** `GET /docs/websocket`: commands, events and codes to read. */
  @Get('docs/websocket')
  getWebsocketPage(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    sendPage(request, reply, this.websocket);
  }
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Body): void {
  void reply.header('content-security-policy', PAGE_POLICY).header('x-content-type-options', 'nosniff');
  send(request, reply, page, 'document');
}
