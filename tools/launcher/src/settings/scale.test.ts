import { SERVICES } from '@exchange/core/kernel';
import { describe, expect, it } from '@jest/globals';
import { portsFrom } from '../../../kit/running/ports';
import { processesOf } from './processes';
import { scaleOf } from './scale';
import { readSettings } from './settings';

describe('a scale', () => {
  it('is one process of each app by default, on the ports that tools rely on', () => {
    const ports = portsFrom(9000);
    const processes = processesOf(scaleOf(undefined), ports);
    expect(processes.map(({ name }) => name)).toEqual(SERVICES);
    for (const { app, internalPort } of processes) expect(internalPort).toBe(ports[app]);
    expect(processes.at(-1)?.publicPort).toBe(ports.websocket);
  });

  it('gives further processes names, and ports from +20 on', () => {
    const processes = processesOf(
      scaleOf('ws-gateway=3, matching-engine=2 ,rest-gateway=1'),
      portsFrom(9000),
    );
    const further = processes.filter(({ app, name }) => app !== name);
    expect(further).toEqual([
      { app: 'matching-engine', name: 'matching-engine-1', internalPort: 9020, publicPort: undefined },
      { app: 'ws-gateway', name: 'ws-gateway-1', publicPort: 9021, internalPort: 9022 },
      { app: 'ws-gateway', name: 'ws-gateway-2', publicPort: 9023, internalPort: 9024 },
    ]);
    expect(processes).toHaveLength(SERVICES.length + further.length);
  });

  it('shares the accounts among its processes', () => {
    const processes = processesOf(scaleOf('account-service=2'), portsFrom(9000));
    const groups = 'main=0-31@account-service,group-1=32-63@account-service-1';
    expect(processes.filter(({ app }) => app === 'account-service')).toEqual([
      { app: 'account-service', name: 'account-service', internalPort: 9005, accountGroups: groups },
      { app: 'account-service', name: 'account-service-1', internalPort: 9020, accountGroups: groups },
    ]);
    const three = processesOf(scaleOf('account-service=3'), portsFrom(9000));
    expect(three[0]?.accountGroups).toMatch(/^main=0-20@.*,group-1=21-41@.*,group-2=42-63@/);
  });

  it('never has two processes on one port', () => {
    const ports = portsFrom(9000);
    const processes = processesOf(scaleOf('ws-gateway=16,rest-gateway=16,matching-engine=3'), ports);
    const used = processes.flatMap(({ internalPort, publicPort = 0 }) => [internalPort, publicPort]);
    const own = [...used.filter((port) => port > 0), ports.chain, ports.postgres, ports.nats];
    expect(new Set(own).size).toBe(own.length);
  });

  it.each([
    ['', 'is no service with a number, such as ws-gateway=3'],
    ['ws-gateway', '"ws-gateway" is no service with a number'],
    ['ws-gateway=3,', '"" is no service with a number'],
    ['ws-gateway=-1', 'is no service with a number'],
    ['ws-gateway=1.5', 'is no service with a number'],
    ['ws-gateway=0', 'ws-gateway=0: at least one is needed'],
    ['ws-gateway=17', 'ws-gateway=17 are too many: at most 16'],
    ['ws-gateway=2,ws-gateway=3', 'ws-gateway is named twice'],
    ['gateway=2', 'there is no service gateway; the services are account-service, matching-engine'],
    ['constructor=2', 'there is no service constructor'],
    ['postgres=2', 'there is no service postgres'],
    ['matching-engine=4', 'at most 3, since one process is active, the others stand by'],
  ])('refuses %p', (text, why) => {
    expect(() => readSettings(['--scale', text], {})).toThrow(`--scale: `);
    expect(() => readSettings(['--scale', text], {})).toThrow(why);
  });
});
