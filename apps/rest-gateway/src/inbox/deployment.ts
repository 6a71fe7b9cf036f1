import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { configObject, type ConfigView } from '@exchange/core/wire';
import type { Clock } from '@exchange/platform';
import { success } from '../answer/body';
import { send } from '../answer/send';
import { CLOCK, DEPLOYMENT } from '../tokens';

/** `GET /rest/v1/config`: what this deployment is; `time` is the moment of the answer. */
@Controller('rest/v1/config')
export class ConfigController {
  constructor(
    @Inject(DEPLOYMENT) private readonly deployment: Omit<ConfigView, 'time'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  get(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const config = configObject({ ...this.deployment, time: this.clock.now() });
    send(request, reply, success(config), 'never');
  }
}
