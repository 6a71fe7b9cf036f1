import { bool, object, operatorOrder, operatorReply, optional, processName } from '@exchange/core/message';
import { defineRequest } from '../request';

/**
 * `<service>.v1.cmd.<sender name of the process>.<sender>.drain-gateway`, to the process itself, which tells the name by which it
 * listens ({@link wsGatewayProcess}). `on`: it is not ready, and its clients are asked to go elsewhere, until it is asked
 * with false or started again. With `order` it is carried out; without it nothing changes, and the answer says what would.
 */
const drainOf = <S extends 'rest-gateway' | 'ws-gateway'>(owner: S) =>
  defineRequest({
    pattern: `${owner}.v1.cmd.*.*.drain-gateway`,
    owner,
    senders: ['operator-gateway'],
    request: object({ process: processName, on: bool, order: optional(operatorOrder) }),
    reply: operatorReply,
  });

export const drainWsGateway = drainOf('ws-gateway');
export const drainRestGateway = drainOf('rest-gateway');
