import { bool, object, processName, uint, type ValueOf } from '@exchange/core/message';
import { defineNotice } from '../message';

const content = object({
  /** What its operator calls it. */
  process: processName,
  /** As whom it sends and is asked; another one after each start. */
  sender: processName,
  /** It is told to let its clients go. */
  isDrained: bool,
  /** Open now. */
  connections: uint,
});
export type GatewayProcess = ValueOf<typeof content>;

/** What each process of a gateway says of itself every 2 s; one that wasn't heard of for 10 s is gone. */
const processOf = (writer: 'rest-gateway' | 'ws-gateway') =>
  defineNotice({
    pattern: `${writer}.v1.process`,
    writer,
    readers: ['operator-gateway'],
    content,
    fixtures: [{ process: 'ws-1', sender: 'UAXYZ', isDrained: false, connections: 3 }],
  });

export const wsGatewayProcess = processOf('ws-gateway');
export const restGatewayProcess = processOf('rest-gateway');
