import { orderHash, type SeedCommand, type SigningFormat } from '@exchange/test/seed-client';
import { inSection } from '../../case';
import { is, matches } from '../../expectations';
import type { ShownSignature } from '../../chain';
import { orderObject } from '../../order-object';
import type { World } from '../../world';

const commands = inSection('Websocket commands');
const hashes = inSection('added: hashes');

interface Cancellation {
  readonly signature: ShownSignature;
  readonly hash?: string;
}

interface Minimum extends Cancellation {
  readonly token: string;
  readonly minNonce: number;
}

interface Terms {
  readonly hash: string;
  readonly digest: string;
  readonly packedHash: string;
  readonly signer: string;
  readonly signatureFormat: string;
}

const WEEK_S = 604_800;

/** A new order's command, and both hashes of it. */
async function signed(world: World, format: SigningFormat) {
  const expiry = Math.floor(Date.now() / 1000) + WEEK_S;
  const wish = { ...world.wish('buy', 1, 50, { format }), expiry, nonce: Date.now() };
  const { command } = await world.alice.placeCommand(wish);
  const hashOf = (one: SigningFormat) => orderHash(world.domain, wish, one);
  return { command, of: { sign: hashOf('sign'), signTypedData: hashOf('signTypedData') } };
}

async function signedCancellation({ alice }: World, hash: string): Promise<Cancellation> {
  const command: SeedCommand = { c: 'signOrderCancellation', hash };
  return (await alice.call(command, 'uts')).message as Cancellation;
}

const upper = (hash: string): string => `0x${hash.slice(2).toUpperCase()}`;

export const cancellationCases = [
  commands(
    'signOrderCancellation cancels the order at once and answers with a signature that the contract takes',
    async (world) => {
      const { alice, chain } = world;
      const { command, of } = await signed(world, 'signTypedData');
      const order = orderObject((await alice.call(command, 'o')).message);
      const { signature } = await signedCancellation(world, of.signTypedData);
      await alice.untilOrder('canceled', order.id, ({ active, canceled }) => !active && canceled);
      const { v, r, s, deadline } = signature;
      await chain.call(alice.key, 'cancelOrdersCoSigned', [[of.signTypedData], deadline, v, r, s]);
      matches(await alice.refusal(command), /^[A-Z_]+: /, 'the same order again');
    },
  ),
  commands(
    'signOrderCancellation answers again, and keeps an order that was never sent out',
    async (world) => {
      const { alice } = world;
      const { command, of } = await signed(world, 'signTypedData');
      for (let times = 0; times < 2; times += 1) {
        const { signature } = await signedCancellation(world, of.signTypedData);
        is(signature.v === 27 || signature.v === 28, true, 'a signature');
      }
      matches(await alice.refusal(command), /^[A-Z_]+: /, 'the order');
    },
  ),
  inSection('added: signMinimumNonce')(
    'signMinimumNonce answers with a signature that the contract takes, and lower nonces are refused',
    async (world) => {
      const { alice, chain, market } = world;
      const token = market.quote.contract;
      // Below the nonces of all other cases.
      const minNonce = 6;
      const ask = async (wanted: number) =>
        (await alice.call({ c: 'signMinimumNonce', token, minNonce: wanted }, 'mns')).message as Minimum;
      const answer = await ask(minNonce);
      is([answer.token, answer.minNonce], [token, minNonce], 'what is signed');
      is(await ask(1), answer, 'the answer to a lower one');
      const { v, r, s, deadline } = answer.signature;
      await chain.call(alice.key, 'raiseMinNonceCoSigned', [token, minNonce, deadline, v, r, s]);
      const { command } = await alice.placeCommand({ ...world.wish('buy', 1, 50), nonce: 5 });
      matches(await alice.refusal(command), /^NONCE_TOO_LOW: /, 'an order with a lower nonce');
    },
  ),
  ...(['sign', 'signTypedData'] as const).map((format) =>
    hashes(`either hash of an order signed by ${format} finds it, in any letter case`, async (world) => {
      const { alice } = world;
      const { command, of } = await signed(world, format);
      const { id, hash } = orderObject((await alice.call(command, 'o')).message);
      is(hash, of[format], 'HASH is what was signed');
      for (const one of [of.sign, of.signTypedData, upper(of.sign), upper(of.signTypedData)]) {
        const found = orderObject((await alice.call({ c: 'getOrder', hash: one }, 'o')).message);
        is(found.id, id, `ID of getOrder by ${one}`);
      }
      const terms = (await alice.call({ c: 'getOrderTerms', id }, 'ot')).message as Terms;
      is(
        [terms.packedHash, terms.digest, terms.hash],
        [of.sign, of.signTypedData, hash],
        'hashes of its terms',
      );
      is([terms.signer, terms.signatureFormat], [alice.address, format], 'signer and format of its terms');
      const other = format === 'sign' ? of.signTypedData : of.sign;
      await signedCancellation(world, upper(other));
      await alice.untilOrder('canceled', id, ({ active, canceled }) => !active && canceled);
    }),
  ),
];
