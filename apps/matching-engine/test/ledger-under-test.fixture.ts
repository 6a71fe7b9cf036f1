import { ledgerControl, ledgerMarket, marketReport } from '@exchange/contract/bus';
import type { ControlInput, MarketInput } from '@exchange/core/message';
import { connectNats, type NatsBus } from '@exchange/platform';
import { KeptLog, TEST_PASSWORD, until } from '@exchange/test/kit';
import { toldIn } from './engine.fixture';

/** Plays account-service on a real broker: writes what engines read, and reads what they write. */
export class LedgerUnderTest {
  private readonly seqs = new Map<string, number>();
  private readonly reports = new Map<string, Uint8Array[]>();

  private constructor(private readonly bus: NatsBus) {}

  static async connect(url: string): Promise<LedgerUnderTest> {
    const login = { user: 'account-service', password: TEST_PASSWORD } as const;
    const ledger = new LedgerUnderTest(await connectNats({ url, ...login, log: new KeptLog() }));
    await ledger.bus.readLog('MARKET', marketReport.pattern, new Map(), ({ subject, data }) => {
      const market = subject.split('.')[2] ?? '';
      ledger.reports.set(market, [...(ledger.reports.get(market) ?? []), data]);
    });
    return ledger;
  }

  control(market: string, ...inputs: readonly ControlInput[]): Promise<void> {
    return this.write(ledgerControl.subject(market), (seq, at) => ledgerControl.encode({ at, inputs, seq }));
  }

  orders(market: string, partition: number, ...inputs: readonly MarketInput[]): Promise<void> {
    const subject = ledgerMarket.subject(market, partition);
    return this.write(subject, (seq, at) => ledgerMarket.encode({ at, inputs, seq }));
  }

  /** Waits until the log of a market says as much as this, and returns what it says. */
  async told(market: string, length: number): Promise<string[]> {
    return until(() => {
      const told = toldIn(this.reports.get(market) ?? []);
      return told.length >= length && told;
    });
  }

  async close(): Promise<void> {
    await this.bus.close();
  }

  private async write(subject: string, encoded: (seq: number, at: number) => Uint8Array): Promise<void> {
    const seq = (this.seqs.get(subject) ?? 0) + 1;
    this.seqs.set(subject, seq);
    await this.bus.publishLog('LEDGER', subject, [{ seq, data: encoded(seq, Date.now()) }]);
  }
}
