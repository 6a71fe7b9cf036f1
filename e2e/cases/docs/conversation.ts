import { describe, expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseEther, Wallet } from 'ethers';
import { Chain, ChainWallet } from '../../kit/chain';
import type { RunningExchange } from '../../kit/running-exchange';
import { StableValues } from '../../kit/stable-values';
import { Trader } from '../../kit/trader';
import { type BarePacket, type Said, traffic } from '../../kit/traffic';
import { until } from '../../kit/until';
import { formatted } from '../../../tools/kit/formatted';

const PAGE = 'docs/interface/conversation.md';
const HEAD = `# A whole conversation

<!-- Written by \`UPDATE_CONVERSATION=1 npm run test:e2e -- -t 'the conversation'\` from a real run; do not edit. -->

From connecting to a fill to a withdrawal, as it went over Ann's connection: real frames and packets, with ids, times, hashes and
signatures replaced by fixed ones. A test has the conversation again, and fails when another one comes of it. The market is
\`LINKETH\`; Ann has 20 LINK, Ben a whole ether. How what is signed is made: [authentication](authentication.md),
[orders](orders.md#order-signatures); how the contract is called: [contract](contract.md).
`;
/** Of INFO_STRING in an order. */
const INFO = 20;
const STEP_MS_MAX = 60_000;
const link = parseEther;

interface Step {
  readonly title: string;
  readonly text: string;
  readonly said: readonly Said[];
}

/** One whole conversation, which the page of that name shows. */
export function conversationCases(exchange: RunningExchange): void {
  describe('the conversation', () => {
    it('goes as its page shows (else: see the page)', async () => {
      const steps = await converse(exchange);
      const text = [HEAD, ...steps.map(stepText)].join('\n');
      const page = await formatted(PAGE, text);
      if (process.env['UPDATE_CONVERSATION'] !== undefined) writeFileSync(PAGE, page);
      expect(page).toBe(readFileSync(PAGE, 'utf8'));
    });
  });
}

async function converse(exchange: RunningExchange): Promise<Step[]> {
  const chain = new Chain(exchange.endpoints);
  const fresh = () => new ChainWallet(chain, Wallet.createRandom().privateKey);
  const [owner, partner] = [fresh(), fresh()];
  await fund(new ChainWallet(chain, exchange.endpoints.accounts[22]?.privateKey ?? ''), owner, partner);
  const ben = await Trader.own(partner);
  await partner.deposit('ETH', parseEther('1'));
  await ben.settledUntil({ ETH: parseEther('1') });

  const steps: Step[] = [];
  const first = traffic.conversations.length;
  const said = () => traffic.conversations[first]?.said ?? [];
  let from = 0;
  const close = async (title: string, text: string, isLast: (packet: BarePacket) => boolean, times = 1) => {
    const isThere = (one: Said) => 'packet' in one && isLast(one.packet);
    await until(title, STEP_MS_MAX, () => said().slice(from).filter(isThere).length >= times);
    steps.push({ title, text, said: said().slice(from) });
    from = said().length;
  };

  const ann = await Trader.own(owner);
  const { connection } = ann;
  await close('Connecting and logging in', LOGIN, ([, event]) => event === 'ft');
  await owner.deposit('LINK', link('20'));
  await close('A deposit', DEPOSIT, ([, event]) => event === 'b');
  const wish = { market: 'LINKETH', format: 'signTypedData' } as const;
  await ann.place({
    ...wish,
    sell: ['LINK', link('10')],
    buy: ['ETH', parseEther('0.1')],
    cid: 7,
  });
  await close('An order', ORDER, ([, event]) => event === 'o', 2);
  await ben.place({ ...wish, sell: ['ETH', parseEther('0.1')], buy: ['LINK', link('10')] });
  await close(
    'A fill',
    FILL,
    ([, event, message]) => event === 'o' && (message as unknown[])[INFO] === 'filled',
  );
  await close(
    'Settled',
    SETTLED,
    ([, event, message]) => event === 'b' && (message as string[])[0] === 'ETH',
  );
  const signature = await ann.signedWithdrawal('ETH', parseEther('0.1'));
  await close('The promise of a withdrawal', PROMISE, ([, event]) => event === 'b');
  await owner.withdraw('ETH', parseEther('0.1'), signature);
  await close('The withdrawal', WITHDRAWN, ([, event]) => event === 'b');
  await connection.ask({ c: 'logoff' });
  await close('The end', END, ([, event]) => event === 'auth');
  ann.close();
  ben.close();
  const stable = stableValues(chain, owner, partner, steps);
  chain.close();
  return steps.map((step) => ({ ...step, said: step.said.map((one) => stableSaid(stable, one)) }));
}

const LOGIN = 'The server speaks first. Ann signs a text that ends with its nonce.';
const DEPOSIT =
  'Ann calls `approve` of the token and `depositToken` of the contract, and is told when the exchange sees it, and when it is final.';
const ORDER =
  'Ann offers 10 LINK at 0.01 ETH. The answer comes when the order is funded and on disk; the last packet when it is in the book.';
const FILL = 'Ben buys them. Nobody asked for these packets, so they have no rid.';
const SETTLED = 'The trade is in the contract, and its block is final: settled follows usable.';
const PROMISE = 'Ann wants the 0.1 ETH out. The answer has the signature for the contract.';
const WITHDRAWN = 'Ann calls `withdraw` of the contract with what was signed, and is told how it goes on.';
const END = 'Orders would stay.';

async function fund(rich: ChainWallet, owner: ChainWallet, partner: ChainWallet): Promise<void> {
  await rich.give('LINK', owner.address, link('20'));
  await rich.give('ETH', owner.address, parseEther('1'));
  await rich.give('ETH', partner.address, parseEther('2'));
}

function stableValues(
  chain: Chain,
  owner: ChainWallet,
  partner: ChainWallet,
  steps: readonly Step[],
): StableValues {
  const sent = steps.flatMap(({ said }) => said.flatMap((one) => ('frame' in one ? [one.frame] : [])));
  const nonces = sent.flatMap((frame) =>
    [...frame.matchAll(/"nonce":(\d+)/g)].map(([, nonce]) => Number(nonce)),
  );
  const known = {
    [chain.endpoints.contract]: `0x${'0'.repeat(36)}c0de`,
    [chain.endpoints.depositRouter]: `0x${'0'.repeat(36)}d090`,
    [owner.address]: `0x${'a1'.repeat(20)}`,
    [partner.address]: `0x${'a2'.repeat(20)}`,
    [chain.token('LINK')]: `0x${'11'.repeat(20)}`,
  };
  return new StableValues(known, nonces);
}

function stableSaid(stable: StableValues, one: Said): Said {
  if ('frame' in one) return { frame: JSON.stringify(stable.of(JSON.parse(one.frame))) };
  return { packet: stable.of(one.packet) as BarePacket };
}

function stepText({ title, text, said }: Step): string {
  const parts: string[] = [];
  let told: string[] = [];
  const flush = () => {
    if (told.length > 0) parts.push(`Ann is told:\n\n\`\`\`json\n[${told.join(',')}]\n\`\`\`\n`);
    told = [];
  };
  for (const one of said) {
    if ('frame' in one) {
      flush();
      parts.push(`Ann sends:\n\n\`\`\`json\n${one.frame}\n\`\`\`\n`);
      continue;
    }
    const packet = JSON.stringify(one.packet);
    // The same news once: entries are told again when nothing but their time has changed.
    if (packet !== told.at(-1)) told.push(packet);
  }
  flush();
  return `## ${title}\n\n${text}\n\n${parts.join('\n')}`;
}
