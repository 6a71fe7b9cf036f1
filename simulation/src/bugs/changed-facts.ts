import { chainBlock } from '@exchange/contract/bus';
import type { ChainFact } from '@exchange/core/message';
import type { OutboxMessage } from '@exchange/platform';

/** Leaves facts of the chain out. */
export const withoutFacts =
  (isLost: (fact: ChainFact) => boolean) =>
  (message: OutboxMessage): OutboxMessage => {
    if (!message.subject.startsWith('chain.v1.')) return message;
    const told = chainBlock.decode(message.data);
    const news = told.news.map((block) => ({
      ...block,
      facts: block.facts.filter((fact) => !isLost(fact)),
    }));
    return { ...message, data: chainBlock.encode({ ...told, news }) };
  };
