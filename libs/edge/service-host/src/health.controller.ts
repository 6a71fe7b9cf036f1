import { Controller, Get, Inject, Res, ServiceUnavailableException } from '@nestjs/common';
import type { Meters, RaisedAlarm, RaisedAlarms } from '@exchange/platform';
import type { FastifyReply } from 'fastify';
import type { Readiness } from './readiness';
import { ALARMS, METERS, READINESS } from './tokens';

/** The internal port of every app: is it alive, is it ready, what does it measure. */
@Controller()
export class HealthController {
  constructor(
    @Inject(READINESS) private readonly readiness: Readiness,
    @Inject(METERS) private readonly meters: Meters,
    @Inject(ALARMS) private readonly raised: RaisedAlarms,
  ) {}

  @Get('health/live')
  live(): { status: string } {
    return { status: 'alive' };
  }

  @Get('health/ready')
  ready(): { status: string } {
    const lacking = this.readiness.lacking();
    const told = this.readiness.told();
    if (lacking.length > 0) throw new ServiceUnavailableException({ status: 'not ready', lacking, ...told });
    return { status: 'ready', ...told };
  }

  /** The last alarms, newest first. */
  @Get('alarms')
  alarms(): { alarms: readonly RaisedAlarm[] } {
    return { alarms: this.raised.last };
  }

  @Get('metrics')
  async metrics(@Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    void reply.type(this.meters.contentType);
    return this.meters.text();
  }
}
