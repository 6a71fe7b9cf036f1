import { ok } from '@exchange/core/kernel';
import { submit } from '@exchange/core/operator';
import { closed, handle, signal, write } from './desk-turn';

/** Steps that were tried without effect: they are ordered, or wait for a second person. */
export const takeSubmitted = handle(signal('submitted'), {
  decide(turn, asked) {
    const submitted = closed(turn) ?? submit(asked, turn.at + turn.proposalMs);
    asked.result = submitted.ok
      ? ok(submitted.value.map((content) => write(turn, asked.person.name, content)))
      : submitted;
  },
});
