import type { ChainNodes } from '@exchange/contract/chain';
import { chainMetrics } from '@exchange/contract/metrics';
import type { Log } from '../ports';
import { inSeconds, type Meters } from './meters';

const STATES = ['well', 'failing', 'behind', 'lying'] as const;

/** Says of each node of the chain what is thought of it and how it answers: in the log, as an alarm when it is left out, and as metrics. */
export function reportNodes(nodes: ChainNodes, log: Log, meters: Meters): void {
  meters.read(chainMetrics.nodeState, () =>
    [...nodes.states].flatMap(([node, is]) =>
      STATES.map((state) => [[node, state], state === is ? 1 : 0] as const),
    ),
  );
  const requests = meters.count(chainMetrics.nodeRequests);
  const seconds = meters.spread(chainMetrics.nodeSeconds);
  // They are there, at 0, before anything is asked.
  for (const node of nodes.states.keys()) {
    for (const outcome of ['answered', 'failed']) requests.of(node, outcome);
    seconds.of(node);
  }
  nodes.tell({
    changed(node, state, detail) {
      const fields = { node, state, detail };
      if (state === 'well') log.info(fields, 'a node of the chain is asked again');
      else if (state === 'failing') log.warn(fields, 'a node of the chain fails');
      else log.error({ alarm: 'chain_node_left_out', ...fields }, 'a node of the chain is left out');
    },
    asked(node, hasAnswered, ms) {
      requests.of(node, hasAnswered ? 'answered' : 'failed').count += 1;
      seconds.of(node).observe(inSeconds(ms));
    },
  });
}
