import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { configObject, type LimitsView } from '@exchange/core/wire';
import type { Deployment } from '@exchange/edge/deployment';
import { LiveMarkets } from '@exchange/edge/live-market';
import { CLOCK } from '@exchange/edge/service-host';
import type { Clock } from '@exchange/platform';
import { success } from '../answer/body';
import { send } from '../answer/send';
import { CLIENT_LIMITS, DEPLOYMENT } from '../http/public-parts';

/** `GET /rest/v1/config`: what this deployment is, with the limits of who asks; `time` is the moment of the answer. */
@Controller('rest/v1/config')
export class ConfigController {
  constructor(
    @Inject(DEPLOYMENT) private readonly deployment: Deployment,
    @Inject(CLIENT_LIMITS) private readonly limitsOf: (request: FastifyRequest) => LimitsView,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LiveMarkets) private readonly markets: LiveMarkets,
  ) {}

  @Get()
  get(@Req() request: FastifyRequest, @Res() reply: FastifyReply): void {
    const config = configObject({
      ...this.deployment,
      ...this.markets.listing()?.told,
      limits: this.limitsOf(request),
      time: this.clock.now(),
    });
    send(request, reply, success(config), 'never');
  }
}
