import type { ReadPacket } from '@exchange/test/seed-client';
import { createHmac, randomInt } from 'node:crypto';
import { inSection } from '../../case';
import { is, matches } from '../../expectations';
import { orderObject } from '../../order-object';

const names = inSection('Websocket commands');
const STEP_S = 30;
const CANCELED_MS_MAX = 30_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const random = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');

const username = `c_${random('abcdefghijkmnpqrstuvwxyz', 12)}`;
const secret = random(BASE32, 16);

/** RFC 6238 with its default parameters. */
function totp(base32: string, seconds: number): number {
  const bits = [...base32].map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(seconds / STEP_S)));
  const digest = createHmac('sha1', bytes).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 15;
  return (digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000;
}

export const identityCases = [
  names(
    'updateUsername sets a name that is unique ignoring case; getUsername answers it',
    async ({ alice, bob }) => {
      is((await alice.call({ c: 'getUsername' }, 'm')).message, '', 'the name at first');
      const signature = await alice.key.signMessage(`Set username: ${username}`);
      is((await alice.call({ c: 'updateUsername', username, signature }, 'm')).message, username, 'the name');
      is((await alice.call({ c: 'getUsername' }, 'm')).message, username, 'the name afterwards');
      const upper = username.toUpperCase();
      await bob.refusal({
        c: 'updateUsername',
        username: upper,
        signature: await bob.key.signMessage(`Set username: ${upper}`),
      });
      await bob.refusal({ c: 'updateUsername', username: `${username}x`, signature });
      await bob.refusal({ c: 'updateUsername', username: 'no spaces', signature });
    },
  ),
  names(
    'registerTOTPSalt keeps a salt; getTOTPSalt hands it out for a code, once, without a login',
    async (world) => {
      const { alice } = world;
      const salt = 'conformance salt';
      const registered = await alice.call({ c: 'registerTOTPSalt', TOTPSecret: secret, salt }, 'm');
      is(registered.message, 'registered', 'answer');
      const stranger = await world.connection();
      const code = totp(secret, Date.now() / 1000);
      const wrong = await stranger.refusal({ c: 'getTOTPSalt', TOTP: (code + 1) % 1_000_000, username });
      is((await stranger.call({ c: 'getTOTPSalt', TOTP: code, username }, 'm')).message, salt, 'salt');
      is(
        await stranger.refusal({ c: 'getTOTPSalt', TOTP: code, username }),
        wrong,
        'the second use is refused alike',
      );
      is(
        await stranger.refusal({ c: 'getTOTPSalt', TOTP: code, username: `${username}y` }),
        wrong,
        'an unknown name',
      );
      matches(wrong, /^TOTP_INVALID/, 'the refusal');
      stranger.close();
    },
  ),
  names('postMessage is received', async ({ alice }) => {
    is(
      (await alice.call({ c: 'postMessage', message: 'Hello from the conformance run' }, 'm')).message,
      'received',
      'answer',
    );
    await alice.refusal({ c: 'postMessage', message: 'x'.repeat(501) });
  }),
  inSection('added: cancelOnDisconnect')(
    'orders placed through a lost connection are canceled',
    async (world) => {
      const lost = await world.again(world.alice);
      await lost.login();
      is((await lost.call({ c: 'cancelOnDisconnect', seconds: 5 }, 'cod')).message, [5], 'answer');
      await lost.refusal({ c: 'cancelOnDisconnect', seconds: 4 });
      const order = await lost.place(world.wish('buy', 1, 50));
      const kept = await world.alice.place(world.wish('buy', 1, 51));
      lost.connection.socket.terminate();
      const isEnd = ({ event, message }: ReadPacket) =>
        event === 'o' && (message as [number])[0] === order.id && !orderObject(message).active;
      const end = await world.alice.connection.find('the cancel', 0, isEnd, CANCELED_MS_MAX);
      is(orderObject(end.message).canceled, true, 'CANCELED');
      const { active } = orderObject((await world.alice.call({ c: 'getOrder', id: kept.id }, 'o')).message);
      is(active, true, "ACTIVE of another connection's order");
      await world.alice.call({ c: 'cancelOrder', id: kept.id }, 'o');
    },
  ),
];
