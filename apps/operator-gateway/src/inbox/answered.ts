import { alarm, isForeignOrder } from '@exchange/platform';
import { handle, signal, write } from './desk-turn';

/** What came of an order, by its owner. It may be said twice, when the first answer was lost on its way into the log. */
export const takeAnswered = handle(signal('answered'), {
  decide(turn, { order: seq, outcome }) {
    const order = turn.state.business.order(seq);
    if (order === undefined) return;
    write(turn, order.person, { ...outcome, order: seq });
    if (outcome.kind !== 'refused' || !isForeignOrder(outcome.code)) return;
    const fields = { seq, action: order.action };
    turn.lines.push(
      alarm('operator_log_forked', fields, 'an owner of state knows another log of the operators'),
    );
  },
});
