import { Controller, Get, Header, Inject, ServiceUnavailableException } from '@nestjs/common';
import type { RaisedAlarm, RaisedAlarms } from '@exchange/platform';
import type { Registry } from 'prom-client';
import type { Readiness } from './readiness';
import { ALARMS, METRICS, READINESS } from './tokens';

/** The internal port of every app: is it alive, is it ready, what does it measure. */
@Controller()
export class HealthController {
  constructor(
    @Inject(READINESS) private readonly readiness: Readiness,
    @Inject(METRICS) private readonly registry: Registry,
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
  @Header('content-type', 'text/plain; version=0.0.4; charset=utf-8')
  async metrics(): Promise<string> {
    return this.registry.metrics();
  }
}
