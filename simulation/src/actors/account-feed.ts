import { accountNotice, accountQueries } from '@exchange/contract/bus';
import { type Address, partitionOf } from '@exchange/core/kernel';
import type { AccountFact, AccountNotice, OrderView } from '@exchange/core/message';
import type { Bus, Requester } from '@exchange/platform';

const ASK_TIMEOUT_MS = 2_000;

/** What one account was told, in order and without gaps, as a gateway would hand it to a client. */
export class TraderFeed {
  readonly orders = new Map<number, OrderView>();
  readonly balances = new Map<string, { usable: string; settled: string; blocked: string }>();
  readonly tradeIds = new Set<number>();
  /** Minimum nonces that were co-signed and not taken to the contract yet. */
  readonly signedMinimums: Extract<AccountFact, { kind: 'minimumNonce' }>[] = [];
  readonly signedEntries = new Map<number, Extract<AccountFact, { kind: 'entry' }>['entry']>();
  seq = 0;
  private isAsking = false;

  constructor(
    readonly account: Address,
    private readonly gateway: string,
    private readonly requester: Requester,
  ) {}

  async listen(bus: Bus): Promise<void> {
    await bus.subscribe(accountNotice.subject(this.account), (_, data) =>
      this.hear(accountNotice.decode(data)),
    );
  }

  /** Asks for what may have been missed; notices that are lost are noticed by this alone when nothing follows. */
  async catchUp(): Promise<void> {
    if (this.isAsking) return;
    this.isAsking = true;
    try {
      const parameters = [partitionOf(this.account), this.gateway];
      const request = { account: this.account, seq: this.seq };
      const reply = await this.requester.ask(
        accountQueries.noticesAfterQuery,
        parameters,
        request,
        ASK_TIMEOUT_MS,
      );
      if (reply.ok) for (const notice of reply.value.notices) this.apply(notice);
    } finally {
      this.isAsking = false;
    }
  }

  private hear(notice: AccountNotice): void {
    if (notice.seq <= this.seq + 1) this.apply(notice);
    else void this.catchUp();
  }

  private apply(notice: AccountNotice): void {
    if (notice.seq !== this.seq + 1) return;
    this.seq = notice.seq;
    for (const { facts } of notice.items) for (const fact of facts) this.take(fact);
  }

  private take(fact: AccountFact): void {
    switch (fact.kind) {
      case 'order':
        this.orders.set(fact.order.id, fact.order);
        return;
      case 'balance':
        this.balances.set(fact.balance.token, fact.balance);
        return;
      case 'trade':
        this.tradeIds.add(fact.trade.id);
        return;
      case 'entry':
        if (fact.entry.signature.r !== undefined) this.signedEntries.set(fact.entry.id, fact.entry);
        return;
      case 'minimumNonce':
        this.signedMinimums.push(fact);
        return;
      case 'delegate':
      case 'refused':
      case 'feeTier':
      case 'limits':
      case 'message':
      case 'orderCancellation':
        return;
    }
  }
}
