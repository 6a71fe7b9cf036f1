import { SERVICES, type ServiceName } from '@exchange/contract/bus';
import type { NatsUser } from '@exchange/platform';
import { ADMINISTRATOR, GATEWAYS } from './records';

const isGateway = (service: ServiceName): boolean => (GATEWAYS as readonly ServiceName[]).includes(service);

/**
 * The broker's users: the administrator and one for each service, named as it. With `gatewayReplicas` each process of
 * a gateway has its own: `ws-gateway-0`, `ws-gateway-1`, … The configuration gives each another one for reading logs.
 */
export function natsUsers(passwordOf: (user: string) => string, gatewayReplicas?: number): NatsUser[] {
  const services = SERVICES.flatMap((service): NatsUser[] => {
    const password = passwordOf(service);
    if (!isGateway(service) || gatewayReplicas === undefined) return [{ name: service, password, service }];
    return Array.from({ length: gatewayReplicas }, (_, at) => ({
      name: `${service}-${at}`,
      password,
      service,
    }));
  });
  return [
    { name: ADMINISTRATOR, password: passwordOf(ADMINISTRATOR), service: 'administrator' },
    ...services,
  ];
}
