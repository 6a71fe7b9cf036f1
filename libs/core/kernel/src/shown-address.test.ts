import { expect, it } from '@jest/globals';
import { withoutSecrets } from './shown-address';

it.each([
  ['https://eth.example/v3/0f1e2d3c', 'https://eth.example/…'],
  ['https://eth.example:8545?key=0f1e2d3c', 'https://eth.example:8545/…'],
  ['wss://user:p@ss@eth.example/ws#0f1e', 'wss://eth.example/…'],
  ['nats://exchange:secret@127.0.0.1:4222,nats://x:y@b', 'nats://127.0.0.1:4222,nats://b'],
  ['postgres://role:secret@db/exchange?sslpassword=x', 'postgres://db/…'],
  ['{"requestUrl":"https://a/KEY","other":"KEPT"}', '{"requestUrl":"https://a/…","other":"KEPT"}'],
  ['{\\"url\\":\\"https://a/KEY\\"}', '{\\"url\\":\\"https://a/…\\"}'],
  ['the node (https://a/KEY) fails', 'the node (https://a/…) fails'],
  ['https://a/KEY: timeout', 'https://a/…: timeout'],
  ['nats://svc:pa,ss@host', 'nats://host'],
  ["postgres://u:p'ass@h/db", 'postgres://h/…'],
  ['postgres://u:p/ass@h/db', 'postgres://u/…'],
  ['https://[::1]:8545/v3/KEY', 'https://[::1]:8545/…'],
  ['wss://u:p@[2001:db8::1]/KEY', 'wss://[2001:db8::1]/…'],
  ['{"url":"https:\\/\\/eth.example\\/v3\\/KEY"}', '{"url":"https:\\/\\/eth.example/…"}'],
  ['https://a/KEY,MORE, and https://b/KEY', 'https://a/…, and https://b/…'],
  ['[https://a/KEY,https://b/KEY]', '[https://a/…,https://b/…]'],
])('of an address in a text only scheme and host are shown: %s', (text, shown) => {
  expect(withoutSecrets(text)).toBe(shown);
});

it.each([
  'http://127.0.0.1:8545',
  'http://127.0.0.1:8545/',
  'http://[::1]:8545/',
  'to https://a: none',
  'file:///src/a.ts:3:5',
  'no address at all',
])('what has no secret stays: %s', (text) => expect(withoutSecrets(text)).toBe(text));
