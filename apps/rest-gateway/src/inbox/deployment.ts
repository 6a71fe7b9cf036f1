import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { configObject } from '@exchange/core/wire';
import type { Deployment } from '@exchange/edge/deployment';
import { CLOCK, type Clock } from '@exchange/platform';
import { success } from '../answer/body';
import { send } from '../answer/send';
import { DEPLOYMENT } from '../http/public-parts';

/** `GET /rest/v1/config`: what this deployment is; `time` is the moment of the answer. */
@Controller('rest/v1/config')
export class ConfigController {
  constructor(
    @Inject(DEPLOYMENT) private readonly deployment: Deployment,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  get(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const config = configObject({ ...this.deployment, time: this.clock.now() });
    send(request, reply, success(config), 'never');
  }
}
