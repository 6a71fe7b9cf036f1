import { assert } from '@exchange/core/kernel';
import { chainBlock, ledgerCosign, ledgerSettle, settlementNews } from '@exchange/contract/bus';
import type { SettlementNews } from '@exchange/core/message';
import type { Database, Decision, Log, LogRead, Prompt, TurnHandler, TurnInput } from '@exchange/platform';
import { takeBlocks } from './inbox/chain-blocks';
import { takeCosignRequests } from './inbox/cosign-requests';
import type { RoundSignal } from './inbox/round-signal';
import { takeRoundSignal } from './inbox/round-signals';
import { takeLegs } from './inbox/settle-legs';
import { newsMessages } from './outbox/settlement-news';
import { changesOf } from './persistence/changes';
import { loadState, recallCosignatures } from './persistence/load';
import { SettlementState } from './settlement-state';

interface HandlerOptions {
  readonly chainId: number;
  readonly database: Database;
  readonly log: Log;
}

const COSIGN_PREFIX = 'ledger.v1.cosign.';
const SETTLE_PREFIX = 'ledger.v1.settle.';

/** The turn of settlement: joins legs, follows batches on the chain, answers co-signature requests. */
export class SettlementHandler implements TurnHandler {
  readonly state = new SettlementState();
  readonly reads: readonly LogRead[];
  readonly serves: readonly string[] = [];
  readonly writes: readonly LogRead[] = [{ stream: 'SETTLEMENT', filter: settlementNews.pattern }];
  #prompts: Prompt<RoundSignal>[] = [];

  constructor(private readonly options: HandlerOptions) {
    this.reads = [
      { stream: 'LEDGER', filter: ledgerSettle.pattern },
      { stream: 'LEDGER', filter: ledgerCosign.pattern },
      { stream: 'CHAIN', filter: chainBlock.subject(options.chainId) },
    ];
  }

  async load(): Promise<void> {
    await loadState(this.options.database, this.state);
  }

  async prepare(inputs: readonly TurnInput[]): Promise<void> {
    const requests = inputs.flatMap((input) =>
      input.from === 'log' && input.entry.subject.startsWith(COSIGN_PREFIX)
        ? ledgerCosign.decode(input.entry.data).requests
        : [],
    );
    this.state.cosignatures.recall(await recallCosignatures(this.options.database, requests));
  }

  decide(inputs: readonly TurnInput[], at: number): Decision {
    const news = inputs.flatMap((input) => this.#take(input, at));
    return { changes: changesOf(this.state), logs: newsMessages(news, at), notices: [], replies: [] };
  }

  async committed(): Promise<void> {
    for (const prompt of this.#prompts.splice(0)) prompt.committed();
  }

  #take(input: TurnInput, at: number): readonly SettlementNews[] {
    const { log } = this.options;
    assert(input.from !== 'request', 'settlement serves no requests');
    if (input.from === 'self') {
      const prompt = input.signal as Prompt<RoundSignal>;
      this.#prompts.push(prompt);
      return takeRoundSignal(this.state, prompt.content, at, log);
    }
    const { subject, data } = input.entry;
    if (subject.startsWith(SETTLE_PREFIX)) {
      takeLegs(this.state, input.entry, at);
      return [];
    }
    if (subject.startsWith(COSIGN_PREFIX)) return takeCosignRequests(this.state, data, at, log);
    return takeBlocks(this.state, data, at, log);
  }
}
