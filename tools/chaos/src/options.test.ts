import { describe, expect, it } from '@jest/globals';
import { chaosOptions } from './options';

const options = (...args: string[]) => chaosOptions(args, ['kill', 'cut']);

describe('the options of chaos', () => {
  it('ask for two minutes with a fault every five seconds, unless they say otherwise', () => {
    expect(options()).toMatchObject({ seed: 1, seconds: 120, everySeconds: 5, accounts: 8, only: undefined });
    expect(options('--minutes', '20', '--seed=7')).toMatchObject({ seconds: 1200, seed: 7 });
    expect(options('--seconds', '40', '--only', 'cut,kill')).toMatchObject({
      seconds: 40,
      only: ['cut', 'kill'],
    });
  });

  it('take what a plan says, but for the rate', () => {
    const planned = options('--plan', 'wide', '--rate', '200');
    expect(planned).toMatchObject({ rate: 200, accounts: 20, plan: { conforms: true } });
    expect(planned.scale).toBe('ws-gateway=3,account-service=2,matching-engine=2');
  });

  it('make as many trades as the plan says, or the command line', () => {
    expect(options('--plan', 'settlement')).toMatchObject({ trades: 5_000, everySeconds: 10 });
    const short = options('--plan', 'settlement', '--trades', '30', '--every', '3');
    expect(short).toMatchObject({ trades: 30, everySeconds: 3 });
    expect(options().trades).toBeUndefined();
  });

  it.each([
    [['--plan', 'narrow'], '--plan takes wide or settlement, not narrow'],
    [['--plan', 'wide', '--scale', 'ws-gateway=2'], '--plan says itself what --scale would'],
    [['--plan', 'settlement', '--seconds', '9'], '--plan says itself what --seconds would'],
    [['--trades', '9'], '--trades goes with --plan settlement alone'],
    [['--plan', 'settlement', '--trades', '0'], '--trades takes a whole number from 1'],
    [['--minutes', '1', '--seconds', '5'], 'Only one of --minutes and --seconds'],
    [['--accounts', '3'], 'takes an even number, not 3'],
    [['--only', 'fire'], '--only takes some of these, not fire: kill, cut'],
    [['--every', 'x'], '--every takes a whole number from 1'],
  ])('%j are refused', (args, why) => {
    expect(() => options(...args)).toThrow(why);
  });
});
