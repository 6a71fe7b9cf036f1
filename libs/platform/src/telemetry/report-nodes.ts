import type { ChainNodes, NodeState } from '@exchange/contract/chain';
import { Gauge, type Registry } from 'prom-client';
import type { Log } from '../ports';

const STATES: readonly NodeState[] = ['well', 'failing', 'behind', 'lying'];

/** Says of each node of the chain what is thought of it: in the log, as an alarm when it is left out, and as a metric. */
export function reportNodes(nodes: ChainNodes, log: Log, registry: Registry): void {
  const gauge = new Gauge({
    ...{ name: 'chain_node_state', help: '1 for the state that a node of the chain is in' },
    ...{ labelNames: ['node', 'state'], registers: [registry] },
  });
  const measure = (node: string, is: NodeState) => {
    for (const state of STATES) gauge.set({ node, state }, state === is ? 1 : 0);
  };
  for (const [node, state] of nodes.states) measure(node, state);
  nodes.tell({
    changed(node, state, detail) {
      measure(node, state);
      const fields = { node, state, detail };
      if (state === 'well') log.info(fields, 'a node of the chain is asked again');
      else if (state === 'failing') log.warn(fields, 'a node of the chain fails');
      else log.error({ alarm: 'chain_node_left_out', ...fields }, 'a node of the chain is left out');
    },
  });
}
