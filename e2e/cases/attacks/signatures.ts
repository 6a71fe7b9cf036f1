import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type FullWithdrawal,
  orderHash,
  type ReadPacket,
  type SeedCommand,
  signFullWithdrawal,
  type SigningFormat,
  signSubmittedWithdrawal,
  type Terms,
} from '@exchange/test/seed-client';
import { parseEther, Wallet } from 'ethers';
import { Chain, ChainWallet, type ContractConsent, type WithdrawalConsent } from '../../kit/chain';
import type { RunningExchange } from '../../kit/running-exchange';
import { Trader } from '../../kit/trader';

const WEEK_S = 604_800;
const FINAL_MS_MAX = 45_000;
const isConsent = (value: unknown): boolean => (value as Partial<ContractConsent>).r !== undefined;

/** Co-signatures that weaken a promise, withdrawals that the exchange submits, and what is only announced. */
export function signatureCases(exchange: RunningExchange): void {
  describe('delegates, co-signatures and submitted withdrawals', () => {
    let chain: Chain;
    let [cara, dirk]: ChainWallet[] = [];
    let owner: Trader;
    let buyer: Trader;
    const key = new Wallet(Wallet.createRandom().privateKey);
    const delegate = key.address.toLowerCase();

    const wallet = (index: number) =>
      new ChainWallet(chain, exchange.endpoints.accounts[index]?.privateKey ?? '');
    const seller = () => cara as ChainWallet;

    /** The first packet after `from` with this event and a message that is the one. */
    async function told(event: string, isIt: (message: unknown[]) => boolean, from = 0): Promise<unknown[]> {
      const found = ({ event: name, message }: ReadPacket) =>
        name === event && Array.isArray(message) && isIt(message as unknown[]);
      return (await owner.connection.find(`a packet ${event}`, from, found, FINAL_MS_MAX))
        .message as unknown[];
    }
    const entry = (id: unknown, applied: readonly (readonly number[])[]) =>
      told('le', (message) => message[0] === id && JSON.stringify(message[3]) === JSON.stringify(applied));

    /** An order of the account that trades half of itself, signed by this key. */
    async function halfTraded(signer: Trader): Promise<{ id: number; hash: string }> {
      const wish = {
        market: 'ETHDAI',
        format: 'signTypedData',
        sell: ['ETH', parseEther('0.2')],
        buy: ['DAI', parseEther('30')],
      } as const;
      const order = (await signer.connection.answer(await signer.placeCommand(wish), 'o')) as unknown[];
      const [id, , hash] = order as [number, number, string];
      await buyer.place({
        market: 'ETHDAI',
        format: 'sign',
        sell: ['DAI', parseEther('15')],
        buy: ['ETH', parseEther('0.1')],
      });
      await owner.orderUntil(id, 'half traded', ({ trades }) => trades.length === 1);
      return { id, hash };
    }

    /** How often `pending settlement` was told from then on: once to who asks, without the rid. */
    async function pending(from: number): Promise<number> {
      const isIt = ({ event, message }: ReadPacket) => event === 'm' && message === 'pending settlement';
      await owner.connection.find('pending settlement', from, isIt);
      const told = owner.connection.packets.slice(from).filter(isIt);
      expect(told.map(({ channel, rid }) => [channel, rid])).toEqual(told.map(() => [0, undefined]));
      return told.length;
    }

    beforeAll(async () => {
      chain = new Chain(exchange.endpoints);
      [cara, dirk] = [wallet(12), wallet(13)];
      [owner, buyer] = await Promise.all([
        Trader.funded(cara, 'ETH', parseEther('1')),
        Trader.funded(dirk, 'DAI', parseEther('900')),
      ]);
    });

    afterAll(() => {
      owner.close();
      buyer.close();
      chain.close();
    });

    it('an announced deposit and the real one are one entry', async () => {
      const txhash = await seller().sendEther(parseEther('4'));
      const announce = {
        c: 'announceDeposit',
        token: chain.token('ETH'),
        amount: `${parseEther('4')}`,
        txhash,
      };
      const announced = (await owner.connection.answer(announce, 'le')) as unknown[];
      expect(announced.slice(1, 4)).toEqual([
        'deposit',
        [['ETH', announce.amount, '0', announce.amount]],
        expect.anything(),
      ]);
      expect(announced[5]).toBe(txhash);
      const final = await entry(announced[0], [[1, 1, -1]]);
      expect([final[5], final[8], final[9]]).toEqual([txhash, false, 'deposit']);
      const ids = owner.connection.packets
        .filter(({ event, message }) => event === 'le' && (message as unknown[])[5] === txhash)
        .map(({ message }) => (message as unknown[])[0]);
      expect(new Set(ids).size).toBe(1);
      await owner.settledUntil({ ETH: parseEther('5') });
    });

    it('a delegate is announced, mined, used, and removed when all it signed is settled', async () => {
      const announce = { c: 'announceDelegate', address: delegate, label: 'phone', isTradingLogin: true };
      expect(await owner.connection.answer(announce, 'd')).toEqual([
        delegate,
        false,
        false,
        {},
        'phone',
        true,
      ]);
      await expect(Trader.delegate(chain, key)).rejects.toThrow('DELEGATE_UNKNOWN');
      await seller().addDelegate(key, owner.name, Math.floor(Date.now() / 1000) + 2 * WEEK_S);
      expect(await told('d', ([address, active]) => address === delegate && active === true)).toEqual([
        ...[delegate, true, true, {}, 'phone', true],
      ]);
      expect(await buyer.connection.refusal(announce)).toMatch(/^DELEGATE_TAKEN: /);
      const label = { c: 'updateDelegateLabel', address: delegate, label: 'laptop' };
      expect((await owner.connection.answer(label, 'd')) as unknown[]).toContain('laptop');

      const deputy = await Trader.delegate(chain, key);
      const { id } = await halfTraded(deputy);
      const from = owner.connection.packets.length;
      const removal = { c: 'signDelegationRemoval', address: delegate };
      expect(await deputy.connection.refusal(removal)).toMatch(/^DELEGATE_NOT_ALLOWED: /);
      const answer = owner.connection.answer(removal, 'd', FINAL_MS_MAX);
      expect(await pending(from)).toBe(1);
      await deputy.connection.find('the end of the login', 0, ({ event, message }) => {
        return event === 'auth' && (message as unknown[])[0] === 'loggedOff';
      });
      expect(await deputy.connection.refusal({ c: 'cancelOrders' })).toMatch(/^NOT_AUTHENTICATED: /);
      deputy.close();
      expect((await owner.orderUntil(id, 'canceled', ({ active }) => !active)).canceled).toBe(true);

      const signed = (await answer) as unknown[];
      expect(isConsent(signed[3])).toBe(true);
      expect(await pending(from)).toBe(1);
      expect(signed.slice(0, 3)).toEqual([delegate, true, false]);
      const again = (await owner.connection.answer(removal, 'd')) as unknown[];
      expect(again[3]).toEqual(signed[3]);
      await seller().removeDelegate(delegate, signed[3] as ContractConsent);
      await told('d', ([address, active]) => address === delegate && active === false, from);
      const [shown] = (await owner.connection.answer({ c: 'getDelegateSnapshot' }, 'ds')) as unknown[][];
      expect(shown?.slice(0, 3)).toEqual([delegate, false, false]);
    });

    it('an order is void in the contract when all its trades are settled, and never comes back', async () => {
      const { id, hash } = await halfTraded(owner);
      const from = owner.connection.packets.length;
      const cancellation = { c: 'signOrderCancellation', hash };
      const answers = [1, 2].map(() => owner.connection.answer(cancellation, 'uts', FINAL_MS_MAX));
      await owner.orderUntil(id, 'canceled', ({ active }) => !active);
      const [first, second] = (await Promise.all(answers)) as { signature: ContractConsent }[];
      expect(second).toEqual(first);
      expect(await pending(from)).toBe(2);
      const signature = first?.signature as ContractConsent;
      expect(await owner.connection.answer(cancellation, 'uts')).toEqual({ signature, hash });
      await seller().cancelOrder(hash, signature);
    });

    it('an order that was never sent can be voided too', async () => {
      const wish = {
        market: 'ETHDAI',
        format: 'signTypedData',
        sell: ['ETH', parseEther('0.3')],
        buy: ['DAI', parseEther('90')],
      } as const;
      const command = await owner.placeCommand(wish);
      const hash = orderDigest(command);
      const { signature } = (await owner.connection.answer({ c: 'signOrderCancellation', hash }, 'uts')) as {
        signature: ContractConsent;
      };
      expect(await owner.connection.refusal(command)).toMatch(/^DUPLICATE_ORDER: /);
      await seller().cancelOrder(hash, signature);
    });

    it('all orders below a nonce are void at once, for ever, and those above are taken', async () => {
      const token = chain.token('ETH');
      const command = () =>
        owner.placeCommand({
          ...{ market: 'ETHDAI', format: 'signTypedData' as const },
          ...{ sell: ['ETH', parseEther('0.01')] as const, buy: ['DAI', parseEther('9')] as const },
        });
      const commands = [await command(), await command(), await command()];
      const ids = await Promise.all(
        commands.map(async (one) => ((await owner.connection.answer(one, 'o')) as number[])[0] ?? 0),
      );
      const late = await command();
      const minNonce = Number(late['nonce']) + 1;
      const asked = { c: 'signMinimumNonce', token, minNonce };
      const answer = await owner.connection.answer(asked, 'mns', FINAL_MS_MAX);
      for (const id of ids) await owner.orderUntil(id, 'canceled', ({ canceled }) => canceled);
      expect(answer).toEqual({ token, minNonce, signature: expect.anything() });
      expect(await owner.connection.answer({ ...asked, minNonce: 1 }, 'mns')).toEqual(answer);
      const { signature } = answer as { signature: ContractConsent };
      await seller().raiseMinimum(token, minNonce, signature);
      expect(await owner.connection.refusal(late)).toMatch(/^NONCE_TOO_LOW: /);
      const [id] = (await owner.connection.answer(await command(), 'o')) as number[];
      await owner.connection.answer({ c: 'cancelOrder', id }, 'o');
    });

    it('withdrawals signed in each form are submitted by the exchange', async () => {
      const receiver = Wallet.createRandom().address.toLowerCase();
      const before = (await owner.balances())['ETH']?.settled ?? 0n;
      const [short, personal, full] = [1n, 2n, 3n].map((units) => parseEther('0.05') + units) as [
        ...[bigint, bigint, bigint],
      ];
      const owned = await chain.owned('ETH', seller().address);
      const forms = [
        await withdrawal({ amount: short, nonce: 1 }, 'signTypedData'),
        await withdrawal({ amount: personal, nonce: 2 }, 'sign'),
        await withdrawal(
          { amount: full, nonce: 3, receiver, maxFee: parseEther('0.005'), deadline: 4_000_000_000 },
          'signTypedData',
        ),
      ];
      const fees: bigint[] = [];
      for (const command of forms) {
        const asked = (await owner.connection.answer(command, 'le')) as unknown[];
        expect(asked.slice(1, 4)).toEqual(['withdrawal', expect.anything(), [[0, 1, -1]]]);
        const final = await entry(asked[0], [[1, 1, -1]]);
        expect(final[5]).toMatch(/^0x[0-9a-f]{64}$/);
        const [change] = final[2] as string[][];
        fees.push(BigInt(change?.[2] ?? 0));
      }
      const [ofShort, ofPersonal, ofFull] = fees as [bigint, bigint, bigint];
      expect(fees.every((fee) => fee > 0n)).toBe(true);
      expect(await chain.owned('ETH', receiver)).toBe(full - ofFull);
      expect(await chain.owned('ETH', seller().address)).toBe(
        owned + short + personal - ofShort - ofPersonal,
      );
      await owner.settledUntil({ ETH: before - short - personal - full });

      const [first] = forms;
      expect(await owner.connection.refusal(first ?? { c: '' })).toMatch(/^NONCE_USED: /);
      const foreign = await withdrawal({ amount: short, nonce: 4 }, 'sign', key);
      expect(await owner.connection.refusal(foreign)).toMatch(/^INVALID_SIGNATURE: /);
    });

    it('the transaction of a co-signed withdrawal shows until another one carries it', async () => {
      const amount = 77n;
      const signature = await owner.signedWithdrawal('ETH', amount);
      const asked = await told(
        'le',
        (message) => isConsent(message[4]) && (message[4] as WithdrawalConsent).nonce === signature.nonce,
      );
      const id = asked[0] as number;
      const txhash = `0x${'ab'.repeat(32)}`;
      const note = { c: 'withdrawalTransaction', id, txhash };
      expect(((await owner.connection.answer(note, 'le')) as unknown[])[5]).toBe(txhash);
      expect(await buyer.connection.refusal(note)).toMatch(/^UNKNOWN_ENTRY: /);
      await seller().withdraw('ETH', amount, signature);
      const final = await entry(id, [[1, 1, -1]]);
      expect(final[5]).not.toBe(txhash);
    });

    const domain = () => ({ ...exchange.endpoints, name: owner.name });

    function orderDigest(command: SeedCommand): string {
      const { sellToken, buyToken, expiry, nonce } = command as unknown as Terms;
      const [sellAmount, buyAmount] = [
        BigInt(command['sellAmount'] as string),
        BigInt(command['buyAmount'] as string),
      ];
      return orderHash(
        domain(),
        { sellToken, sellAmount, buyToken, buyAmount, expiry, nonce },
        'signTypedData',
      );
    }

    type Submitted = Pick<FullWithdrawal, 'amount' | 'nonce'> & Partial<FullWithdrawal>;

    /** The signed command; with a receiver the full form. */
    async function withdrawal(
      { amount, nonce, receiver, maxFee = 0n, deadline = 0 }: Submitted,
      format: SigningFormat,
      signer: Wallet = owner.key,
    ) {
      const short = { token: chain.token('ETH'), amount, nonce };
      const fields =
        receiver === undefined
          ? await signSubmittedWithdrawal(signer, domain(), short, format)
          : await signFullWithdrawal(signer, domain(), {
              ...{ ...short, account: seller().address, receiver, maxFee, deadline },
            });
      return { c: 'submitWithdrawal', ...fields };
    }
  });
}
