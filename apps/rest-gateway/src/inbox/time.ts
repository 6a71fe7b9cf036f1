import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { success } from '../answer/body';
import { send } from '../answer/send';
import { CLOCK } from '@exchange/edge/service-host';
import type { Clock } from '@exchange/platform';

/** `GET /rest/v1/time` (added to the seed): the server's Unix time in milliseconds. */
@Controller('rest/v1/time')
export class TimeController {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  @Get()
  get(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    send(request, reply, success({ time: this.clock.now() }), 'never');
  }
}
