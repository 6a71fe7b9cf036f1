import type { RequestDefinition, RequestOf } from '@exchange/contract/bus';
import { Requester } from '@exchange/platform';
import { type MemoryBroker, OperatorLog } from '@exchange/test/kit';

const OPERATOR = 'operator-gateway';
const ANSWER_MS = 30_000;

/** Whoever runs the exchange: has account-service do something, or only say what that would change. */
export class SimulatedOperator {
  /** Of all that was ordered. */
  readonly log = new OperatorLog();
  private readonly requester: Requester;

  constructor(broker: MemoryBroker) {
    this.requester = new Requester(broker.connect(OPERATOR));
  }

  order<D extends RequestDefinition>(definition: D, content: RequestOf<D>, partition = 0) {
    return this.tryOut(definition, this.log.ordered(content), partition);
  }

  /** Without an order. */
  tryOut<D extends RequestDefinition>(definition: D, content: RequestOf<D>, partition = 0) {
    return this.requester.ask(definition, [partition, OPERATOR], content, ANSWER_MS);
  }
}
