import { expect, it } from '@jest/globals';
import { secretsOf } from './node-secrets';

it.each([
  ['https://eth.example/rpc?k=a%2Bb0123456', 'key k=a%2Bb0123456 is unknown', 'key k=(secret) is unknown'],
  ['https://eth.example/rpc?k=a%2Bb0123456', 'key a+b0123456 is unknown', 'key (secret) is unknown'],
  ['https://eth.example/rpc?k=a+b0123456', 'key a%20b0123456 or a b0123456', 'key (secret) or (secret)'],
  ['https://eth.example/rpc?0123456789', 'key 0123456789 is unknown', 'key (secret) is unknown'],
  ['https://u:p%40ss0123@eth.example', 'p@ss0123 is no password', '(secret) is no password'],
  ['https://eth.example/01234567/0123456789', 'no 0123456789', 'no (secret)'],
  ['https://eth.example/50%zz4567', 'no 50%zz4567', 'no (secret)'],
])('a node that says a key of its address %s is shown without it', (address, said, shown) => {
  expect(secretsOf(address)(said)).toBe(shown);
});
